import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Declined } from "../api";
import { pace } from "../opening";
import { keep, keepGame } from "../tokens";
import { load } from "../texts.svelte";
import Pocket from "./Pocket.svelte";

const find = vi.hoisted(() => vi.fn());
const bots = vi.hoisted(() => ({ spot: ["easy", "hard"] }));
vi.mock("../api", async (original) => ({
  ...(await original<object>()),
  find,
  shelf: () => Promise.resolve({ games: [], bots, day: false }),
}));

beforeAll(() => load("en"));
beforeEach(() => {
  localStorage.clear();
  find.mockReset().mockReturnValue(new Promise(() => {}));
});

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

test("why a code leads nowhere stands below its field, until another is tried", async () => {
  render(Pocket);
  const field = screen.getByLabelText("Got a code?");
  const refused = (): string => field.closest("form")?.querySelector("[role=alert]")?.textContent ?? "";
  find.mockRejectedValueOnce(new Declined({ key: "table.unknown", text: "No table has this code." }));
  await fireEvent.input(field, { target: { value: "zzzzz" } });
  await fireEvent.click(screen.getByRole("button", { name: "Join" }));
  await waitFor(() => expect(refused()).toBe("No table has this code."));
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe(refused());
  find.mockReturnValueOnce(new Promise(() => {}));
  await fireEvent.click(screen.getByRole("button", { name: "Join" }));
  expect(refused()).toBe("");
});

test("the way back speaks of the last table, whose game may be over", () => {
  keep("KRTBD", false, "t");
  keepGame("KRTBD", "karta");
  render(Pocket);
  expect(screen.getByRole("link").textContent.trim()).toBe("Last table: KRTBD, Karta Doppio");
});

/** Sits at a table of Karta Doppio, under way or not, and comes home. */
function home(running: boolean): HTMLElement[] {
  keep("KRTBD", false, "t");
  keepGame("KRTBD", "karta", running);
  render(Pocket);
  return ways();
}
const ways = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(".pocket > .button")];
const said = (one: HTMLElement | undefined): string => one?.textContent.replace(/\s+/g, " ").trim() ?? "";

test("whoever left a game under way is led back to it first, and may play another second", () => {
  const [back, play, ...rest] = home(true);
  expect(said(back)).toBe("Back to your tableKarta Doppio");
  expect(back?.getAttribute("href")).toBe("/t/KRTBD");
  expect([back, play].map((one) => one?.classList.contains("main"))).toEqual([true, false]);
  expect(said(play)).toMatch(/^Play now/);
  expect(rest).toEqual([]);
});

test("where the game was over meanwhile, the way back is a link again", async () => {
  find.mockResolvedValue({ code: "KRTBD", phase: "over" });
  home(true);
  await waitFor(() => expect(ways().map(said)[1]).toBe("Last table: KRTBD, Karta Doppio"));
  expect(ways()[0]?.classList.contains("main")).toBe(true);
});

test("a table that is no more is not offered", async () => {
  find.mockRejectedValue(new Declined({ key: "error.no-table", text: "There is no such table." }));
  home(false);
  await waitFor(() => expect(ways()).toHaveLength(1));
});
