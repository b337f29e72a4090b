import { expect, test } from "vitest";
import { COLOURS, colourOf, featuresOf, seedOf } from "./faces";
import { ROBOTS } from "./names";
import { FACES, freeFace } from "./portraits";
import { load } from "./texts.svelte";

test.each(["Guest", "Invité"])("people who gave no name have colours of their own: %s", (guest) => {
  const colours = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => colourOf(`${guest} ${number}`) % COLOURS);
  expect(new Set(colours).size).toBe(COLOURS);
});

test("so do all the robots of a full table", () => {
  expect(new Set(ROBOTS.map((robot) => colourOf(robot) % COLOURS)).size).toBe(ROBOTS.length);
});

test("a longer number is still a colour", () => {
  expect(colourOf("7".repeat(24)) % COLOURS).toBeLessThan(COLOURS);
});

test("names that differ in one letter do not have one face", () => {
  const heads = Array.from({ length: 26 }, (_, n) => (seedOf(`Ad${String.fromCharCode(97 + n)}`) >>> 6) % 4);
  for (const head of [0, 1, 2, 3]) expect(heads.filter((one) => one === head).length).toBeGreaterThan(1);
});

test("the faces to choose from are told apart by shape alone, and owe nothing to the name", () => {
  const faces = Array.from({ length: FACES }, (_, n) => featuresOf("Ada", n + 1));
  expect(new Set(faces.map(({ head, ears, mouth }) => `${head}${ears}${mouth}`)).size).toBe(FACES);
  expect(faces).toEqual(Array.from({ length: FACES }, (_, n) => featuresOf("Bo", n + 1)));
  expect(featuresOf("Ada", 0)).not.toEqual(featuresOf("Bo", 0));
});

test("whoever gave no name has the same face on every screen, whatever its language", async () => {
  await load("en");
  const here = featuresOf("Guest 2", 0);
  await load("fr");
  expect(featuresOf("Invité 2", 0)).toEqual(here);
  expect(featuresOf("Invité 3", 0)).not.toEqual(here);
});

test("whoever joins at a screen has a face of their own", () => {
  expect(freeFace([])).toBe(1);
  expect(freeFace([7, 0])).toBe(1);
  expect(freeFace([1, 2, 24])).toBe(3);
});
