/** What an analysis shows on the table: where a card would have been better, and the rows that make it so. */

import type { Place, RowSwing } from "../../messages";
import type { Point } from "./camera.svelte";
import { size, square } from "./cards";

export interface Advice {
  better: Place;
  rows: readonly RowSwing[];
}

/** The part of a row of four where cards lie: from where, which way, and how many squares. */
export interface Band extends Omit<RowSwing, "swing"> {
  long: number;
  red: boolean;
}

/** Returns where the rows lie on cards, the better one among them: beyond them there is only table. */
export function bands({ better, rows }: Advice, laid: readonly Point[]): Band[] {
  const key = (at: Point): string => `${at.x} ${at.y}`;
  const { width, height } = size(better.turned);
  const own = Array.from({ length: width * height }, (_, number) => {
    const { x, y } = square(number, better.turned);
    return { x: better.x + x, y: better.y + y };
  });
  const covered = new Set([...laid, ...own].map(key));
  return rows.flatMap(({ x, y, across, down, swing }) => {
    const on = [0, 1, 2, 3].filter((step) => covered.has(key({ x: x + step * across, y: y + step * down })));
    const [first, last] = [on[0], on.at(-1)];
    if (first === undefined || last === undefined) return [];
    const from = { x: x + first * across, y: y + first * down };
    return [{ ...from, across, down, long: last - first + 1, red: swing > 0 }];
  });
}
