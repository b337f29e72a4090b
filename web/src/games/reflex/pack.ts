/** Cards of one size, laid in rows. */

import type { Disc } from "./flight";

/** Part of a screen, in pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A card that wants a place. */
export interface Item {
  /** The same for a place on the table while its card changes. */
  key: string;
  card: number;
  /** Whose pile it is the top of. */
  seat: number | null;
}

/** A card with the place that was found for it. */
export type Laid<Card extends Item = Item> = Card & Disc;

/** The room between two cards. */
export const GAP = 14;
/** The largest card that is still a pleasure. */
const LARGEST = 680;

/** Lays cards of equal size in rows, as large as the area allows, with some room below each. */
export function pack<Card extends Item>(
  items: readonly Card[],
  area: Area,
  below = 0,
  largest = LARGEST,
): Laid<Card>[] {
  if (items.length === 0) return [];
  const sizes = items.map((_, i) => {
    const rows = Math.ceil(items.length / (i + 1));
    const fitting = Math.min((area.width + GAP) / (i + 1), (area.height + GAP) / rows - below) - GAP;
    return Math.floor(Math.min(fitting, largest));
  });
  const size = Math.max(...sizes);
  const columns = sizes.indexOf(size) + 1;
  const rows = Math.ceil(items.length / columns);
  const apart = (room: number, count: number, extra = 0): number =>
    Math.min(size * 1.24 + extra, (room - size - extra) / Math.max(1, count - 1));
  const [x, y] = [apart(area.width, columns), apart(area.height, rows, below)];
  const top = area.y + (area.height - size - below - y * (rows - 1)) / 2;
  return items.map((item, i) => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, items.length - row * columns);
    const left = area.x + (area.width - size - x * (inRow - 1)) / 2;
    return { ...item, size, x: left + (i % columns) * x, y: top + row * y };
  });
}
