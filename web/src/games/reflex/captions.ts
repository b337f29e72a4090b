/** Where the names of a card's symbols stand: each on its own symbol, clear of the others and of their names. */

import type { Place, Ring } from "../../deck";

export interface Captioned {
  place: Place;
  /** The symbol's outline, in thousandths of its size round its middle. */
  outline: readonly Ring[];
  name: string;
}

/** A name in lines, and its box in thousandths of the card's diameter: the middle of its lower edge, and its size. */
export interface Caption {
  lines: readonly string[];
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How wide and high letters are, measured by the size of the type. */
const LETTER = 0.54;
const LINE = 1.05;
/** How far a name may stand from below its symbol, in hundredths of the symbol's size. */
const UP = [0, 12, 24, 36, 48, 60, 72, 84];
const ACROSS = [0, -15, 15, -30, 30];
const COLUMNS = 7;
const ROWS = 3;

/** Returns the size of a name's type in pixels, on a card of this diameter. */
export function typeSize(size: number): number {
  return Math.min(17, Math.max(11, size * 0.038));
}

/** Returns each symbol's caption, in the order of the symbols. */
export function captions(symbols: readonly Captioned[], size: number): Caption[] {
  const type = (typeSize(size) / size) * 1000;
  const edge = (8 / size) * 1000;
  const shapes = symbols.map(({ place, outline }) => outline.map((ring) => placed(ring, place)));
  const found: Caption[] = [];
  // The symbol with the least room goes first.
  const order = [...symbols.keys()].sort((a, b) => (symbols[a]?.place[3] ?? 0) - (symbols[b]?.place[3] ?? 0));
  for (const i of order) {
    const symbol = symbols[i];
    if (!symbol) continue;
    const [, x, y, span] = symbol.place;
    const box = measured(symbol.name, span, type, edge);
    let best: Caption = { x, y: y + span / 2, ...box };
    let least = Infinity;
    for (const up of UP)
      for (const across of ACROSS) {
        const tried = { x: x + (across * span) / 100, y: y + span / 2 - (up * span) / 100, ...box };
        const cost =
          covered(tried, shapes, i) +
          found.reduce((sum, other) => sum + 3 * overlap(tried, other), 0) +
          (up + Math.abs(across)) / 2000;
        if (cost < least) [least, best] = [cost, tried];
      }
    found[i] = best;
  }
  return found;
}

/** Breaks a name between words where it is wider than its symbol; returns its lines and how large they are. */
function measured(name: string, span: number, type: number, edge: number): Omit<Caption, "x" | "y"> {
  const wide = (text: string): number => text.length * LETTER * type + edge;
  const lines: string[] = [];
  for (const word of name.split(" ")) {
    const joined = `${lines.at(-1) ?? ""} ${word}`;
    if (lines.length > 0 && wide(joined) <= span) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return { lines, width: Math.max(...lines.map(wide)), height: lines.length * LINE * type + edge / 4 };
}

/** Returns how much of a box lies on other symbols or off the card, or off its own symbol, which counts half. */
function covered(box: Caption, shapes: readonly (readonly Ring[])[], own: number): number {
  let bad = 0;
  let near = false;
  for (let column = 0; column < COLUMNS; column++)
    for (let row = 0; row < ROWS; row++) {
      const x = box.x + (column / (COLUMNS - 1) - 0.5) * box.width;
      const y = box.y - (row / (ROWS - 1)) * box.height;
      if (Math.hypot(x - 500, y - 500) > 490) bad += 1;
      for (const [i, rings] of shapes.entries()) {
        if (!rings.some((ring) => inside(x, y, ring))) continue;
        if (i === own) near = true;
        else bad += 1;
      }
    }
  return bad / (COLUMNS * ROWS) + (near ? 0 : 0.5);
}

/** Returns how much of a box lies on another one. */
function overlap(a: Caption, b: Caption): number {
  const across = (a.width + b.width) / 2 - Math.abs(a.x - b.x);
  const down = Math.min(a.y, b.y) - Math.max(a.y - a.height, b.y - b.height);
  return across > 0 && down > 0 ? (across * down) / (a.width * a.height) : 0;
}

/** Returns a ring as it lies on the card. */
function placed(ring: Ring, [, x, y, size, turn]: Place): Ring {
  const [cos, sin] = [Math.cos((turn * Math.PI) / 12), Math.sin((turn * Math.PI) / 12)];
  return ring.map(([a, b]) => [
    x + ((a * cos - b * sin) * size) / 1000,
    y + ((a * sin + b * cos) * size) / 1000,
  ]);
}

function inside(x: number, y: number, ring: Ring): boolean {
  let odd = false;
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring.at(i - 1) ?? [ax, ay];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  });
  return odd;
}
