/** The games of the adventure in their order, as the box lists them. */

export const GAMES = ["welcome", "ports", "route", "barbarians", "knights"] as const;

/** Returns the game that comes after one: the next of the adventure, or the same again. */
export function following(match: string, now: string): string {
  const next = GAMES[GAMES.findIndex((game) => game === now) + 1];
  return match === "island/adventure" && next !== undefined ? next : now;
}
