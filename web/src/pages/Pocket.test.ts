import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { pace } from "../opening";
import { load } from "../texts.svelte";
import Pocket from "./Pocket.svelte";

const bots = vi.hoisted(() => ({ spot: ["easy", "hard"] }));
vi.mock("../api", async (original) => ({
  ...(await original<object>()),
  shelf: () => Promise.resolve({ games: [], bots, day: false }),
}));

beforeAll(() => load("en"));
beforeEach(() => localStorage.clear());

test("how strong the bots of the quickest start are is chosen beside it, and kept", async () => {
  render(Pocket);
  const select = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Bots" });
  expect([...select.options].map(({ text }) => text)).toEqual(["Easy", "Hard"]);
  expect(select.value).toBe("easy");
  await fireEvent.change(select, { target: { value: "hard" } });
  expect(pace(bots.spot)).toBe("hard");
});

test("a box with one level of bots asks for none", async () => {
  bots.spot = ["easy"];
  render(Pocket);
  await Promise.resolve();
  expect(screen.queryByRole("combobox")).toBeNull();
});
