/** What an analysis shows on the table: where a card would have been better, and the rows that make it so. */

import type * as messages from "../../messages";
import type { Point } from "../../point";
import { size, square } from "./cards";

export interface Advice {
  better: messages.Place;
  rows: readonly messages.RowSwing[];
}

/** A square of a row, and whether a card lies there. */
export interface Link extends Point {
  on: boolean;
}

/** Returns the squares of the rows, as they are once the better card lies: rows that lie on one another are one. */
export function chains({ better, rows }: Advice, laid: readonly Point[]): Link[][] {
  const key = (at: Point): string => `${at.x} ${at.y}`;
  const { width, height } = size(better.turned);
  const own = Array.from({ length: width * height }, (_, number) => {
    const { x, y } = square(number, better.turned);
    return { x: better.x + x, y: better.y + y };
  });
  const covered = new Set([...laid, ...own].map(key));
  return joined(rows).map(({ x, y, across, down, long }) =>
    Array.from({ length: long }, (_, step) => {
      const at = { x: x + step * across, y: y + step * down };
      return { ...at, on: covered.has(key(at)) };
    }),
  );
}

type Row = Omit<messages.RowSwing, "swing"> & { long: number };

function joined(rows: readonly messages.RowSwing[]): Row[] {
  return rows.reduce<Row[]>((found, { x, y, across, down }) => {
    let row = { x, y, across, down, long: 4 };
    const apart = found.filter((other) => {
      const steps = between(row, other);
      if (steps === null || steps >= row.long || -steps >= other.long) return true;
      const first = steps < 0 ? other : row;
      row = { ...first, long: Math.max(first.long, Math.abs(steps) + (steps < 0 ? row : other).long) };
      return false;
    });
    return [...apart, row];
  }, []);
}

/** Returns how many steps lead from a row's first square to another's; null where they are not in one line. */
function between(one: Row, other: Row): number | null {
  const { x, y, across, down } = one;
  if (other.across !== across || other.down !== down) return null;
  const steps = across === 0 ? other.y - y : (other.x - x) * across;
  return x + steps * across === other.x && y + steps * down === other.y ? steps : null;
}
