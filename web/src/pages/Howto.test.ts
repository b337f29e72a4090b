import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test } from "vitest";
import { load } from "../texts.svelte";
import Howto from "./Howto.svelte";

beforeAll(() => load("en"));

test.each([
  ["spot/catch", "touch your own corner first, then the symbol"],
  ["spot/gift", "touch your own corner first, then the symbol"],
  ["spot/tower", "press the symbol on your own card"],
  ["spot/potato", "on your own card first, then on the other player’s"],
])("the page of %s says what to press on a shared screen", (game, text) => {
  render(Howto, { game });
  expect(screen.getByText("On a shared screen, ", { exact: false }).textContent).toContain(text);
});

test("what is ours is marked as in the numbered rules, and a line says what the mark means", () => {
  render(Howto, { game: "karta" });
  expect(screen.getByText(/If tied on tokens/).textContent).toMatch(
    /if still tied, it is a draw\u00a0\(house\)\.$/,
  );
  expect(screen.getByText(/^.*marks our own rules/).textContent).toMatch(/^\(house\) marks/);
  expect(document.body.textContent).not.toContain("{");
});

test("a game that is the rulebook's throughout has no mark, and nothing to explain", () => {
  render(Howto, { game: "island/welcome" });
  expect(screen.queryByText(/\(house\)|marks our own/)).toBeNull();
});
