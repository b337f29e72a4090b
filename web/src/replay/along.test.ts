import { expect, test } from "vitest";
import { along, stepAt } from "./along";

test("the first and the last step lie inside the picture, and a press leads to the nearest", () => {
  const sign = 6;
  expect(along(0, 40, 400)).toBeGreaterThanOrEqual(sign);
  expect(along(40, 40, 400)).toBeLessThanOrEqual(400 - sign);
  for (let step = 0; step <= 40; step++) expect(stepAt(along(step, 40, 400), 40, 400)).toBe(step);
  expect([stepAt(0, 40, 400), stepAt(400, 40, 400)]).toEqual([0, 40]);
});

test("a tape of one step has it at its beginning", () => {
  expect(along(0, 0, 400)).toBe(along(0, 40, 400));
  expect(stepAt(200, 0, 400)).toBe(0);
});
