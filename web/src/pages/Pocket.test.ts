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
  expect(pace("spot", bots.spot)).toBe("hard");
  expect(pace("catatac", bots.spot)).toBe("easy");
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
  find.mockResolvedValue({ code: "KRTBD", game: "karta", phase: "over" });
  home(true);
  await waitFor(() => expect(ways().map(said)[1]).toBe("Last table: KRTBD, Karta Doppio"));
  expect(ways()[0]?.classList.contains("main")).toBe(true);
});

test("a table that is no more is not offered", async () => {
  find.mockRejectedValue(new Declined({ key: "error.no-table", text: "There is no such table." }));
  home(false);
  await waitFor(() => expect(ways()).toHaveLength(1));
});

/** Sits at a table, where a game is under way or not. */
function sat(code: string, game: string, running: boolean): void {
  keep(code, false, "t");
  keepGame(code, game, running);
}
/** Returns what leads back to tables, and where. */
const back = (): string[] =>
  screen.getAllByRole("link").map((one) => `${said(one)} ${one.getAttribute("href") ?? ""}`);

test("a game under way is not forgotten for a table that was opened after it", () => {
  sat("AAAAA", "catatac", true);
  sat("BBBBB", "karta", false);
  render(Pocket);
  expect(back()).toEqual(["Back to your tableCATATAC /t/AAAAA", "Last table: BBBBB, Karta Doppio /t/BBBBB"]);
});

test("all games under way can be gone back to, the latest first, the oldest behind a button", () => {
  for (const code of ["AAAAA", "BBBBB", "CCCCC", "DDDDD", "EEEEE", "FFFFF"]) sat(code, "karta", true);
  render(Pocket);
  expect(back().map((one) => one.slice(-5))).toEqual(["FFFFF", "EEEEE", "DDDDD", "CCCCC", "BBBBB", "AAAAA"]);
  const more = screen.getByText("2 more").closest("details");
  expect(more?.open).toBe(false);
  expect(more?.textContent).toContain("AAAAA");
  expect(more?.textContent).not.toContain("CCCCC");
});

test("a game that is over or gone leaves the list, and is not offered again", async () => {
  for (const code of ["AAAAA", "BBBBB", "CCCCC", "DDDDD"]) sat(code, "karta", true);
  const gone = new Declined({ key: "error.no-table", text: "There is no such table." });
  find.mockImplementation((code: string) => {
    if (code === "AAAAA") return Promise.reject(gone);
    return Promise.resolve({ code, game: "karta", phase: code === "BBBBB" ? "over" : "paused" });
  });
  const { unmount } = render(Pocket);
  await waitFor(() => expect(back()).toHaveLength(2));
  unmount();
  find.mockReset().mockReturnValue(new Promise(() => {}));
  render(Pocket);
  expect(back().map((one) => one.slice(-5))).toEqual(["DDDDD", "CCCCC"]);
});

test("a game that others began after one left is found, and none is dropped where the server is away", async () => {
  sat("AAAAA", "catatac", true);
  sat("BBBBB", "karta", false);
  find.mockImplementation((code: string) =>
    code === "AAAAA"
      ? Promise.reject(new Error("offline"))
      : Promise.resolve({ code, game: "spot/tower", phase: "playing" }),
  );
  render(Pocket);
  await waitFor(() =>
    expect(back()).toEqual(["Back to your tableThe Tower /t/BBBBB", "CATATAC AAAAA /t/AAAAA"]),
  );
});
