import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test } from "vitest";
import { load } from "../texts.svelte";
import Full from "./Full.svelte";

beforeAll(() => load("en"));

test.each([
  [23, ""],
  [24, "24 characters at most"],
])("whoever types %i letters reads whether the field takes more", (count, said) => {
  render(Full, { name: "a".repeat(count) });
  expect(screen.queryByRole("status")?.textContent ?? "").toBe(said);
});
