/** The patterns on the rims of team cards: waves, slanted stripes, dots; a rim lies round (0, 0) with radius 100. */

const MIDDLE = 95.2;

/** Returns a wavy line all round. */
function waves(count: number, swing: number): string {
  const steps = count * 8;
  const points = Array.from({ length: steps }, (_, i) => {
    const turn = (i / steps) * 2 * Math.PI;
    return at(MIDDLE + swing * Math.sin(turn * count), turn);
  });
  return `M${points.join("L")}Z`;
}

/** Returns short strokes all round, each leaning by a part of a turn. */
function stripes(count: number, lean: number): string {
  return Array.from({ length: count }, (_, i) => {
    const turn = (i / count) * 2 * Math.PI;
    return `M${at(MIDDLE - 3.8, turn)}L${at(MIDDLE + 3.8, turn + lean)}`;
  }).join("");
}

/** Returns dots all round: strokes of no length with round ends. */
function dots(count: number): string {
  return Array.from({ length: count }, (_, i) => {
    const point = at(MIDDLE, (i / count) * 2 * Math.PI);
    return `M${point}L${point}`;
  }).join("");
}

function at(radius: number, turn: number): string {
  return `${(radius * Math.cos(turn)).toFixed(1)} ${(radius * Math.sin(turn)).toFixed(1)}`;
}

/** The path of each team's pattern and how thick it is drawn. */
export const RIMS: readonly { path: string; thick: number }[] = [
  { path: waves(22, 2.3), thick: 2.8 },
  { path: stripes(38, 0.11), thick: 4.2 },
  { path: dots(34), thick: 5.6 },
];
