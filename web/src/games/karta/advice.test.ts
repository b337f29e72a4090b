import { expect, test } from "vitest";
import { chains, type Link } from "./advice";

const better = { type: "place", card: 1, turned: 0, over: false, x: 0, y: 0 } as const;

const drawn = (row: readonly Link[]): string =>
  row.map(({ x, y, on }) => `${x},${y}${on ? "" : "?"}`).join(" ");

test("of a row of four only the squares count where a card lies, the better one among them", () => {
  const rows = [
    { x: -1, y: 1, across: 1, down: 0, swing: 1 },
    { x: 3, y: -1, across: -1, down: 1, swing: -1 },
  ];
  const found = chains({ better, rows }, [{ x: 2, y: 1 }]);
  expect(found.map(drawn)).toEqual(["-1,1? 0,1 1,1 2,1", "3,-1? 2,0? 1,1 0,2"]);
});

test("rows that lie on one another are one, others of the same line or way are not", () => {
  const [across, down] = [1, 1];
  const rows = [2, -1, 0, 9].map((x) => ({ x, y: x, across, down, swing: 1 }));
  const beside = { x: 0, y: 1, across, down, swing: 1 };
  const found = chains({ better, rows: [...rows, beside] }, []);
  expect(found.map((row) => row.map(({ x, y }) => `${x},${y}`).join(" "))).toEqual([
    "-1,-1 0,0 1,1 2,2 3,3 4,4 5,5",
    "9,9 10,10 11,11 12,12",
    "0,1 1,2 2,3 3,4",
  ]);
});
