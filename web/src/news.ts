/** What has changed at a table that people should hear of: who has left, is back or has resigned, who hosts, and who plays whose hand. */

import type * as messages from "./messages";
import { dealtTo, listed, nameOf } from "./names";
import { returned } from "./seats";
import { say } from "./texts.svelte";

/** Returns the news between two tellings of a table, for everyone but the person it is about; whom the reader removed did not leave. */
export function news(
  before: messages.Table,
  after: messages.Table,
  me: number | null,
  removed: ReadonlySet<number> = new Set(),
): string[] {
  const running = after.phase === "playing" || after.phase === "paused";
  const playing = running && before.games === after.games;
  return [
    ...left(before, after, me, removed),
    ...(before.host !== null && before.host !== me && after.host === me ? [say("news.host")] : []),
    ...(playing ? back(before, after, me) : []),
    ...(playing ? [...resigned(before, after, me), ...changed(before, after, me)] : []),
  ];
}

function left(
  before: messages.Table,
  after: messages.Table,
  me: number | null,
  removed: ReadonlySet<number>,
): string[] {
  const here = new Set(after.persons.map(({ member }) => member));
  return before.persons
    .filter(({ member, tv }) => !tv && member !== me && !here.has(member))
    .map(({ member, name }) => {
      const chair = before.chairs.find((one) => one.member === member);
      const called = chair ? nameOf(chair) : name || say("guest");
      return removed.has(member)
        ? say("news.removed", { name: called })
        : say("news.left", { names: called, count: 1 });
    });
}

function back(before: messages.Table, after: messages.Table, me: number | null): string[] {
  const known = new Set(before.persons.filter(({ here }) => here).map(({ member }) => member));
  const names = after.chairs
    .flatMap((chair) => returned(after, chair) ?? [])
    .filter(({ member }) => member !== me && !known.has(member))
    .map(({ name }) => name);
  return names.length > 0 ? [say("news.back", { names: listed(names), count: names.length })] : [];
}

/** The end of a game says it too (`outcome.ts`), in the same words. */
function resigned(before: messages.Table, after: messages.Table, me: number | null): string[] {
  return before.chairs
    .filter((was) => !was.resigned && was.member !== me && after.chairs[was.seat]?.resigned)
    .map((was) => say("over.resigned.why", { names: nameOf(was), count: 1 }));
}

function changed(before: messages.Table, after: messages.Table, me: number | null): string[] {
  return after.chairs.flatMap((chair, seat) => {
    const was = before.chairs[seat];
    if (!was || same(was, chair)) return [];
    if (chair.bot !== "") return say("news.bot", { name: dealtTo(chair) || nameOf(was) });
    if (chair.member === null || chair.member === me) return [];
    // Whoever comes back to their own cards takes them from the bot that kept them.
    const [name, other] = [nameOf(chair), dealtTo(chair) || nameOf({ ...was, member: null })];
    return name === other ? say("news.again", { name }) : say("news.person", { name, other });
  });
}

const same = (one: messages.Chair, other: messages.Chair): boolean =>
  one.member === other.member && one.bot === other.bot;
