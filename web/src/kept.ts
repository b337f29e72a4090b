/** What stays chosen at a table whose host changes the game. */

import { box } from "./games";
import type * as messages from "./messages";

type Arranged = Pick<messages.Table, "game" | "options" | "deck" | "theme">;

/** Returns what is asked for next: the cards and the options of before, where the next game of the box has them, too. */
export function keeping(
  games: readonly messages.Info[],
  before: Arranged,
  next: Pick<Arranged, "game" | "deck" | "theme">,
): Arranged {
  const [from, to] = [before.game, next.game].map((name) => games.find((info) => info.name === name));
  if (!from || !to || box(from.name) !== box(to.name)) return { ...next, options: {} };
  const had = new Map((from.options ?? []).map((option) => [option.name, kind(option)]));
  const common = (to.options ?? []).filter((option) => had.get(option.name) === kind(option));
  const chosen = common.flatMap(({ name }) => {
    const value = before.options[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  // Cards that came with a game go with it; those that are its own anyway need no word.
  const stays = next.deck === null && next.theme === before.theme && to.deck && !same(before.deck, from.deck);
  return { ...next, deck: stays ? before.deck : next.deck, options: Object.fromEntries(chosen) };
}

/** Returns what can be chosen for an option, whatever it is at first. */
function kind(option: NonNullable<messages.Info["options"]>[number]): string {
  return JSON.stringify({ ...option, default: null });
}

function same(one: Arranged["deck"], other: messages.Info["deck"]): boolean {
  return one?.order === other?.order && one?.cards === other?.cards;
}
