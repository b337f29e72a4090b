/** The faces of the sixteen cards, as one sees them. */

import fronts from "./fronts.json";

/** Rows from the top: `R` a red dot, `B` a blue one, `.` an empty square. */
export type Face = readonly string[];

export type Colour = "red" | "blue";

/** A dot of a face: where its square is, and its colour. */
export interface Dot {
  x: number;
  y: number;
  colour: Colour;
}

/** Returns a card turned clockwise by some quarters, and before that turned over if its back is up. */
export function face(card: number, turned: number, over: boolean): Face {
  let rows: Face = fronts[card] ?? [];
  if (over) rows = rows.map((row) => [...row].reverse().map(swapped).join(""));
  for (let quarter = 0; quarter < turned; quarter++) rows = quarterTurn(rows);
  return rows;
}

/** Returns how many columns and rows a card has, turned so. */
export function size(turned: number): { width: number; height: number } {
  return turned % 2 ? { width: 3, height: 2 } : { width: 2, height: 3 };
}

export function dots(rows: Face): Dot[] {
  return rows.flatMap((row, y) =>
    [...row].flatMap((dot, x): Dot[] =>
      dot === "." ? [] : [{ x, y, colour: dot === "R" ? "red" : "blue" }],
    ),
  );
}

/** Returns the column and row of a card's square, numbered as one reads. */
export function square(number: number, turned: number): { x: number; y: number } {
  const { width } = size(turned);
  return { x: number % width, y: Math.floor(number / width) };
}

/** Returns how many dots of a colour lie under the squares of a face that capture. */
export function lost(colour: Colour, captures: readonly number[], rows: Face): number {
  const captor = colour === "red" ? "B" : "R";
  return captures.filter((number) => rows.join("")[number] === captor).length;
}

function quarterTurn(rows: Face): Face {
  return [...(rows[0] ?? "")].map((_, column) =>
    rows
      .map((row) => row[column] ?? "")
      .reverse()
      .join(""),
  );
}

function swapped(dot: string): string {
  return dot === "R" ? "B" : dot === "B" ? "R" : dot;
}
