import { expect, test } from "vitest";
import { dots, face, lost, size, square } from "./cards";
import fronts from "./fronts.json";

test("there are sixteen different cards with one red dot and two blue in front", () => {
  expect(new Set(fronts.map((rows) => rows.join("/"))).size).toBe(16);
  for (const rows of fronts) expect([...rows.join("")].sort().join("")).toBe("...BBR");
});

test("a quarter turn takes the left column to the top", () => {
  expect(face(0, 0, false)).toEqual(["..", ".B", "BR"]);
  expect(face(0, 1, false)).toEqual(["B..", "RB."]);
  expect(face(0, 3, false)).toEqual([".BR", "..B"]);
});

test("a card turned over is mirrored, and its dots change colour", () => {
  expect(face(0, 0, true)).toEqual(["..", "R.", "BR"]);
  expect(dots(face(0, 0, true))).toEqual([
    { x: 0, y: 1, colour: "red" },
    { x: 0, y: 2, colour: "blue" },
    { x: 1, y: 2, colour: "red" },
  ]);
});

test("squares are numbered as one reads", () => {
  expect(size(0)).toEqual({ width: 2, height: 3 });
  expect(square(3, 0)).toEqual({ x: 1, y: 1 });
  expect(square(3, 1)).toEqual({ x: 0, y: 1 });
});

test("a dot that captures takes one of the other colour", () => {
  const rows = face(0, 0, true); // .. R. BR
  expect(lost("blue", [2, 4, 5], rows)).toBe(2);
  expect(lost("red", [2, 4, 5], rows)).toBe(1);
});
