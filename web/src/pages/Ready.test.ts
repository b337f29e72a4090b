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

test("a guest reads what is missing, and not that the host could start", () => {
  const hindrance = { rule: "TABLE-1", key: "setup.seats", values: { allowed: "2, 4 or 6", seats: 3 } };
  const chairs = [1, 2, 3].map((member, seat) => chair({ seat, member, ready: true }));
  render(Ready, { table: sitting(2, told({ phase: "gathering", chairs, hindrance })).table });
  expect(screen.getByRole("status").textContent).toContain("there are 3.");
  expect(screen.queryByText(/Waiting for the host/)).toBeNull();
});
