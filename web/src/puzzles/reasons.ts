/** Why a placement of a puzzle is right: the rows of four that it makes the difference to. */

import { at } from "../lists";
import type * as messages from "../messages";

/** Returns the rows of a step: what the server found for the first, and later the lines that are won or broken. */
export function reasons({ rows, views }: messages.KartaPuzzle, step: number): readonly messages.RowSwing[] {
  if (step === 0) return rows;
  const [before, after] = [at(views, step), at(views, step + 1)];
  const towards = before.red.seat === before.turn ? 1 : -1;
  return [...changed(after.lines, before.lines, 1), ...changed(before.lines, after.lines, -1)].filter(
    ({ swing }) => towards * swing > 0,
  );
}

/** Returns the lines that bring more than what lies there otherwise. */
function changed(
  lines: readonly messages.Line[],
  otherwise: readonly messages.Line[],
  sign: 1 | -1,
): messages.RowSwing[] {
  return lines.flatMap((line) => {
    const { x, y, across, down, colour } = line;
    const others = otherwise.filter((other) => meet(line, other));
    const more = tokens(line) - others.reduce((sum, other) => sum + tokens(other), 0);
    return more > 0 ? [{ x, y, across, down, swing: sign * (colour === "red" ? more : -more) }] : [];
  });
}

function tokens({ length }: messages.Line): number {
  return Math.floor(length / 4); // KARTA-15
}

/** Tells whether two runs of a colour lie on one another. */
function meet(one: messages.Line, other: messages.Line): boolean {
  if (one.colour !== other.colour || one.across !== other.across || one.down !== other.down) return false;
  const steps = one.across === 0 ? other.y - one.y : (other.x - one.x) * one.across;
  const same = one.x + steps * one.across === other.x && one.y + steps * one.down === other.y;
  return same && steps < one.length && -steps < other.length;
}
