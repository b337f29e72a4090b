import { beforeAll, expect, test } from "vitest";
import { spotView } from "../../sample";
import { load } from "../../texts.svelte";
import { rest } from "./words";

beforeAll(() => load("en"));

test.each([
  ["tower", "15 cards left"],
  ["well", "12 cards left"],
  ["practice", ""],
  ["faceoff", ""],
] as const)("what is left to play in %s", (game, said) => {
  expect(rest(game, spotView({ stock: 12, height: 3 }), {})).toBe(said);
});
