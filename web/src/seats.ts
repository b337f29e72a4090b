/** Which seats can change hands in a game. */

import type * as messages from "./messages";
import type { Table } from "./Table.svelte";

/** Returns the seats that someone who watches can take: none whose cards are hidden, unless it was given to them. */
export function open(
  chairs: readonly messages.Chair[],
  hidden: boolean,
  me: number | null,
): messages.Chair[] {
  return chairs.filter((chair) => {
    if (chair.resigned) return false;
    if (chair.member !== null) return chair.bot !== "" && chair.member === me;
    return !hidden || (me !== null && chair.given === me);
  });
}

/** Returns whether nobody plays from a seat in a game: its person is away for now, or has left. */
export function absent({ away, member, bot }: messages.Chair): boolean {
  return away || (member === null && bot === "");
}

/** Returns the seat that somebody could take between games; null where all are taken, or nobody knows how many there are. */
export function freeSeat(
  chairs: readonly messages.Chair[],
  info: Pick<messages.Info, "shapes"> | undefined,
): number | null {
  const most = Math.max(...Object.keys(info?.shapes ?? {}).map(Number));
  const empty = chairs.find(({ member, bot }) => member === null && bot === "");
  return empty?.seat ?? (chairs.length < most ? chairs.length : null);
}

/** Returns whether a television shows the table. */
export function shown({ persons }: Pick<Table, "persons">): boolean {
  return persons.some(({ tv, here }) => tv && here);
}

/** Returns those who are here without a seat, and could take one. */
export function standing({ persons, chairs }: Pick<Table, "persons" | "chairs">): messages.Person[] {
  return persons.filter(
    ({ here, tv, member }) => here && !tv && !chairs.some((chair) => chair.member === member),
  );
}

/** Returns who left a seat of this game and is back without it, as far as names tell: whoever comes by the code is new to the table. */
export function returned(
  table: Pick<Table, "persons" | "chairs">,
  chair: messages.Chair,
): messages.Person | undefined {
  const name = chair.bot === "" ? chair.name : chair.dealt;
  if (chair.member !== null || chair.resigned || name === "") return undefined;
  return standing(table).find((person) => person.name === name);
}

/** Returns whether a seat was that of whoever looks, until they left, or a bot kept it for them. */
export function wasOwn(table: Pick<Table, "persons" | "chairs" | "member">, chair: messages.Chair): boolean {
  return table.member !== null && (returned(table, chair)?.member ?? chair.member) === table.member;
}

/** Returns the first seat of whoever plays this one, where they are: others at that screen came along. */
export function firstAt(
  chairs: readonly messages.Chair[],
  chair: messages.Chair,
): messages.Chair | undefined {
  if (chair.member === null || chair.bot !== "") return undefined;
  return chairs.find(({ member, bot }) => member === chair.member && bot === "");
}

/** Returns what someone gives up by leaving: a place, a seat that others can play on, or the game, as its last person (TABLE-2). */
export function departure(
  table: Pick<Table, "told" | "chairs" | "persons" | "member" | "seats">,
): "keep" | "seat" | "last" {
  const phase = table.told?.phase;
  if ((phase !== "playing" && phase !== "paused") || table.seats.length === 0) return "keep";
  const others = table.persons.some(({ member, tv }) => member !== table.member && !tv);
  const playing = table.chairs.filter(({ member, resigned }) => member !== null && !resigned);
  const last = playing.length > 0 && playing.every(({ member }) => member === table.member);
  return last || !others ? "last" : "seat";
}

/** Where somebody sits at a round table: 0 to 1, from left to right and from top to bottom. */
export interface PlaceAtTable {
  x: number;
  y: number;
}

/** The left side of a table, from the bottom up, by how many sit at it; a name takes more room sideways. */
const LEFT: Readonly<Record<number, readonly PlaceAtTable[]>> = {
  1: [],
  2: [],
  3: [{ x: 0.2, y: 0 }],
  4: [{ x: 0, y: 0.5 }],
  5: [
    { x: 0, y: 0.55 },
    { x: 0.22, y: 0 },
  ],
  6: [
    { x: 0, y: 0.67 },
    { x: 0, y: 0.33 },
  ],
  7: [
    { x: 0, y: 0.74 },
    { x: 0, y: 0.38 },
    { x: 0.22, y: 0 },
  ],
  8: [
    { x: 0, y: 1 },
    { x: 0, y: 0.5 },
    { x: 0, y: 0 },
  ],
};

/** Returns the places of so many round a table, clockwise from the one at the bottom; none where it has no room. */
export function round(count: number): PlaceAtTable[] {
  const left = LEFT[count];
  if (!left) return [];
  const right = left.map(({ x, y }) => ({ x: 1 - x, y })).toReversed();
  const opposite = count % 2 === 0 ? [{ x: 0.5, y: 0 }] : [];
  return [{ x: 0.5, y: 1 }, ...left, ...opposite, ...right];
}

/** Returns chairs in the order in which they will sit, clockwise from somebody's own, as the server seats them. */
export function seating<Chair extends Pick<messages.Chair, "team" | "member">>(
  chairs: readonly Chair[],
  alternate: boolean,
  me: number | null,
): Chair[] {
  const teams = [...new Set(chairs.map(({ team }) => team))].map((team) =>
    chairs.filter((chair) => chair.team === team),
  );
  const turns = Math.max(0, ...teams.map((team) => team.length));
  const order = alternate
    ? Array.from({ length: turns }, (_, turn) => teams.flatMap((team) => team.slice(turn, turn + 1))).flat()
    : [...chairs];
  const own = Math.max(
    0,
    order.findIndex(({ member }) => member !== null && member === me),
  );
  return [...order.slice(own), ...order.slice(0, own)];
}
