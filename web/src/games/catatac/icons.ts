/** The drawings of the printed cards, which the screen shares. */

export type Glyph =
  | "own"
  | "other"
  | "store"
  | "move"
  | "steal"
  | "counter"
  | "toss"
  | "cooperation"
  | "joker"
  | "sardine"
  | "paw"
  | "print"
  | "yarn"
  | "cat-white"
  | "cat-black";

const FILES = import.meta.glob<string>(
  "../../../../src/cartable/decks/press/icons/{own,other,store,move,steal,counter,toss,cooperation,joker,sardine,paw,print,yarn,cat-white,cat-black}.svg",
  { query: "?raw", import: "default", eager: true },
);

/** What is inside each drawing; all are 64 by 64. */
const INSIDE = new Map(
  Object.entries(FILES).map(([path, svg]) => [
    path.slice(path.lastIndexOf("/") + 1, -".svg".length),
    svg.slice(svg.indexOf(">") + 1, svg.lastIndexOf("</svg>")),
  ]),
);

/** Returns the inside of a drawing, to be put into an SVG of 64 by 64. */
export function inside(name: Glyph): string {
  return INSIDE.get(name) ?? "";
}
