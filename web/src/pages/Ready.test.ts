import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test } from "vitest";
import { sitting } from "../fakes";
import { chair, told } from "../sample";
import { load } from "../texts.svelte";
import Ready from "./Ready.svelte";

beforeAll(() => load("en"));

test.each([
  ["gathering", false, "I’m ready"],
  ["over", false, "Play again"],
  ["over", true, "Ready"],
] as const)("a guest's button says what it does (%s, ready: %s)", (phase, ready, name) => {
  const chairs = [chair({ seat: 0, member: 1 }), chair({ seat: 1, member: 2, ready })];
  render(Ready, { table: sitting(2, told({ phase, chairs })).table });
  expect(screen.getByRole("button", { name }).getAttribute("aria-pressed")).toBe(String(ready));
});
