/** What seats, games and boxes are called on the screen. */

import type * as messages from "./messages";
import { freeSeat, standing } from "./seats";
import { settings } from "./settings.svelte";
import type { Table } from "./Table.svelte";
import { has, say, tell } from "./texts.svelte";

export const ROBOTS = ["Pixel", "Bolt", "Gizmo", "Rusty", "Widget", "Cosmo", "Sprocket", "Tinker"];

/** How many characters a name has at most. */
export const LONGEST = 24;

/** Returns a chair's name; a bot that only has its level's name gets one of its own, and so does whoever gave none. */
export function nameOf(chair: messages.Chair | undefined): string {
  if (!chair) return "";
  if (chair.bot !== "" && chair.name === chair.bot) return ROBOTS[chair.seat % ROBOTS.length] ?? chair.name;
  return chair.name === "" ? say("guest.number", { number: chair.seat + 1 }) : chair.name;
}

/** Returns what the host is called, told to the people of these seats. */
export function hostName(
  { known, persons, chairs }: Pick<Table, "known" | "persons" | "chairs">,
  seats: readonly number[] = [],
): string {
  const chair = chairs.find((one) => one.member === known.host && one.bot === "");
  const name = chair ? namedAt(seats, chair) : persons.find((one) => one.member === known.host)?.name;
  return name || say("guest");
}

/** Joins names as a sentence does. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(settings.language).format(names);
}

/** Says to a host who is here without a seat, where one is free; empty where nobody is. */
export function without(
  table: Pick<Table, "persons" | "chairs">,
  info: Pick<messages.Info, "shapes"> | undefined,
): string {
  const people = standing(table);
  if (people.length === 0 || freeSeat(table.chairs, info) === null) return "";
  const names = listed(people.map(({ name }) => name || say("guest")));
  return say("lobby.standing", { names, count: people.length });
}

/** Returns whom the hidden hand that somebody holds was dealt to; empty where it is their own. */
export function dealtTo(chair: messages.Chair): string {
  return has(`bot.${chair.dealt}`) ? nameOf({ ...chair, name: chair.dealt, bot: chair.dealt }) : chair.dealt;
}

/** Returns the person in whose place a bot has ended a game; empty where there was none. */
export function stoodInFor(chair: messages.Chair): string {
  if (chair.bot === "") return "";
  if (chair.member !== null) return nameOf(chair);
  return has(`bot.${chair.dealt}`) ? "" : chair.dealt;
}

/** Returns what a chair is called where these seats are played from: whoever has but one of them is "you", and no bot is whose eyes a replay looks through. */
export function calledAt(seats: readonly number[], chair: messages.Chair | undefined): string {
  const one = seats.length === 1 && seats[0] === chair?.seat;
  const robot = chair?.bot !== "" && chair?.member === null;
  return one && !robot ? say("you") : nameOf(chair);
}

/** Returns what a chair is called in sentences told to these seats: whoever gave no name knows no other word for themselves. */
export function namedAt(seats: readonly number[], chair: messages.Chair | undefined): string {
  const nameless = chair?.name === "" && calledAt(seats, chair) !== nameOf(chair);
  return nameless ? say("guest.you", { number: chair.seat + 1 }) : nameOf(chair);
}

/** Returns what a game is called, by its own name where it has no text. */
export function gameName(game: string): string {
  return has(`game.${game}`) ? tell(`game.${game}`) : humanised(game.split("/").at(-1) ?? game);
}

/** Returns what a box is called: a box of one game is called like it. */
export function boxName(box: string): string {
  return has(`box.${box}`) ? tell(`box.${box}`) : gameName(box);
}

/** Returns what a game is called, with its box where that has another name. */
export function gameInBox(game: string): string {
  const [name, of] = [gameName(game), boxName(game.split("/")[0] ?? game)];
  return name === of ? name : `${name} · ${of}`;
}

/** Returns the mode in which a game of a box is played, as the rulebook calls it; nothing where it has none. */
export function modeName(game: string, box: string): string {
  if (!game.startsWith(`${box}/`)) return "";
  const key = has(`mode.${game}`) ? `mode.${game}` : `mode.${box}`;
  return has(key) ? tell(key) : "";
}

/** Returns what a box, or else the game it is called like, is about; nothing where it does not say. */
export function aboutBox(box: string): string {
  return has(`box.${box}.about`) ? tell(`box.${box}.about`) : aboutGame(box);
}

/** Returns what a game is about; nothing where it does not say. */
export function aboutGame(game: string): string {
  return has(`game.${game}.about`) ? tell(`game.${game}.about`) : "";
}

/** Makes words of a name in code: `in_hand` is "In hand". */
export function humanised(name: string): string {
  const words = name.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
