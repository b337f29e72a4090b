import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { load } from "../texts.svelte";
import Box from "./Box.svelte";

const deck = { order: 8, cards: 73 };
const GAMES = [
  { name: "spot/tower", alone: true, deck: { order: 7, cards: 55 } },
  { name: "spot/practice", deck: { order: 7, cards: 55 } },
  { name: "island/adventure", deck },
  { name: "island/welcome", deck },
  { name: "island/ports", deck },
  { name: "karta" },
].map((game) => ({ shapes: { 1: [], 2: [] }, usual: game.name === "spot/practice" ? 1 : 2, ...game }));
const opened = vi.hoisted(() => vi.fn(() => Promise.resolve()));
vi.mock("../api", () => ({
  shelf: () =>
    Promise.resolve({ games: GAMES, bots: { karta: ["easy", "hard"], spot: ["easy", "hard"] }, day: true }),
}));
vi.mock("../opening", async (original) => ({
  ...(await original<object>()),
  open: opened,
  playNow: opened,
  playAlone: opened,
}));

beforeAll(() => load("en"));

test.each([
  ["spot", "Igor Polouchine", "2 to 8 players"],
  ["island", "Klaus Teuber", "2 to 6 players"],
  ["catatac", "Unigoat Edition", "ages 8 and up"],
  ["karta", "Chieko Stehr", "ages 8 to 99"],
])("the page of %s says who made the box and whom it is for", (name, person, players) => {
  render(Box, { name });
  expect(screen.getByText(new RegExp(person))).toBeTruthy();
  expect(screen.getByText(new RegExp(players))).toBeTruthy();
});

test("a box with one game says its name once", async () => {
  render(Box, { name: "karta" });
  await waitFor(() => expect(document.querySelector('[data-game="karta"] [data-way="now"]')).toBeTruthy());
  expect(screen.getAllByText("Karta Doppio")).toHaveLength(1);
});

test("how strong the bots are is chosen beside the button, and kept", async () => {
  const { unmount } = render(Box, { name: "karta" });
  const level = await screen.findByLabelText<HTMLSelectElement>("Bots");
  expect([level.value, level.options.length]).toEqual(["easy", 2]);
  await fireEvent.change(level, { target: { value: "hard" } });
  unmount();
  render(Box, { name: "karta" });
  expect((await screen.findByLabelText<HTMLSelectElement>("Bots")).value).toBe("hard");
});

test("no bots are chosen for a game that one begins alone", async () => {
  render(Box, { name: "spot" });
  expect(await screen.findByLabelText("Bots")).toBeTruthy();
  const practice = document.querySelector<HTMLElement>('[data-game="spot/practice"]');
  practice?.querySelector<HTMLElement>(".game")?.click();
  await waitFor(() => expect(practice?.querySelector('[data-way="now"]')).toBeTruthy());
  expect(screen.queryByLabelText("Bots")).toBeNull();
});

test("the island's games stand under Adventure and Beginner, and practice is with its deck", async () => {
  render(Box, { name: "island" });
  const modes = await screen.findAllByRole("heading", { level: 3, hidden: true });
  expect(modes.map((mode) => mode.textContent.split(":")[0])).toEqual(["Adventure mode", "Beginner mode"]);
  const practice = document.querySelector<HTMLElement>('[data-game="spot/practice"]');
  practice?.querySelector<HTMLElement>(".game")?.click();
  await waitFor(() => expect(practice?.querySelector('[data-way="table"]')).toBeTruthy());
  practice?.querySelector<HTMLElement>('[data-way="table"]')?.click();
  expect(opened).toHaveBeenCalledWith("spot/practice", { deck, theme: "island" });
});

test("a run alone and the deck of the day are one tap away in the box they are played with", async () => {
  const { unmount } = render(Box, { name: "spot" });
  const alone = await screen.findByRole("button", { name: "Play alone against the clock", hidden: true });
  await fireEvent.click(alone);
  expect(opened).toHaveBeenCalledWith("spot/tower");
  await fireEvent.click(screen.getByRole("button", { name: "Deck of the day", hidden: true }));
  expect(location.pathname).toBe("/day");
  unmount();
  render(Box, { name: "karta" });
  await waitFor(() => expect(document.querySelector('[data-way="now"]')).toBeTruthy());
  expect(document.querySelector('[data-way="alone"], [data-way="day"]')).toBeNull();
});
