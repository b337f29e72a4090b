import { render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { beforeAll, expect, test } from "vitest";
import { chair } from "../sample";
import { load } from "../texts.svelte";
import Tag from "./Tag.svelte";

beforeAll(() => load("en"));

test.each([
  ["out of the game", { member: 2, resigned: true }, "Resigned"],
  ["gone for good", { member: null }, "Has left"],
  ["gone for now", { member: 2, away: true }, "Away"],
])("the name below a card says who is %s", (_, gone, state) => {
  const children = createRawSnippet(() => ({ render: () => "<b>Ada</b>" }));
  render(Tag, { children, chair: chair(gone) });
  expect(screen.getByText("Ada").parentElement?.className).toContain("away");
  expect(screen.getByText(state)).toBeTruthy();
});
