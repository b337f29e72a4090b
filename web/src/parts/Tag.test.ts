import { render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { beforeAll, expect, test } from "vitest";
import { chair } from "../sample";
import { load } from "../texts.svelte";
import Tag from "./Tag.svelte";

beforeAll(() => load("en"));

test("the name below a card says who has resigned", () => {
  const children = createRawSnippet(() => ({ render: () => "<b>Ada</b>" }));
  render(Tag, { children, chair: chair({ resigned: true }) });
  expect(screen.getByText("Ada").parentElement?.className).toContain("away");
  expect(screen.getByText("Resigned")).toBeTruthy();
});
