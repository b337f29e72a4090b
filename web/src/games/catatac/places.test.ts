import { expect, test } from "vitest";
import { enlarged } from "./places";

test.each([
  ["as drawn where the picture is large", 1.5, 2, 1],
  ["larger where the picture is small", 0.8, 2, 1.6],
  ["no larger than there is room", 0.4, 1.7, 1.7],
  ["smaller than drawn on a narrow house", 1.5, 0.9, 0.9],
])("a sign is shown %s", (_, pixels, most, shown) => {
  expect(enlarged(9, pixels, most)).toBeCloseTo(shown, 1);
});
