import { expect, test } from "vitest";
import { bands } from "./advice";

const better = { type: "place", card: 1, turned: 0, over: false, x: 0, y: 0 } as const;
const row = { across: 1, down: 0, swing: 1 };

test("a row is marked where cards lie, the better one among them, and not on the bare table", () => {
  const laid = [{ x: 2, y: 1 }];
  const [across, down, apart] = bands(
    {
      better,
      rows: [
        { ...row, x: -1, y: 1 },
        { x: 1, y: -2, across: 0, down: 1, swing: -1 },
        { ...row, x: 9, y: 9 },
      ],
    },
    laid,
  );
  expect(across).toEqual({ x: 0, y: 1, across: 1, down: 0, long: 3, red: true });
  expect(down).toEqual({ x: 1, y: 0, across: 0, down: 1, long: 2, red: false });
  expect(apart).toBeUndefined();
});
