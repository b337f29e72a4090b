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
