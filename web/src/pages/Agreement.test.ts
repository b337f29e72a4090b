import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { beforeAll, expect, test } from "vitest";
import { sitting } from "../fakes";
import type * as messages from "../messages";
import { router } from "../router.svelte";
import { chair, person, told } from "../sample";
import { load } from "../texts.svelte";
import Agreement from "./Agreement.svelte";

const INFO: messages.Info = {
  name: "catatac",
  version: 2,
  shapes: { "2": [[1, 1]] },
  options: [{ type: "number", name: "starter", default: 0, low: 0, high: 6, unit: "seat" }],
};

beforeAll(() => load("en"));

test("who starts is chosen by their face and name, or left to chance", async () => {
  const chairs = [
    chair({ seat: 0, name: "Ada", member: 1 }),
    chair({ seat: 1 }),
    chair({ seat: 2, name: "Bo", member: 1 }),
  ];
  const { table, line } = sitting(
    1,
    told({ game: "catatac", options: { starter: 1 }, host: 1, chairs, persons: [person(1, "Ada")] }),
  );
  render(Agreement, { table, info: INFO, games: [INFO] });
  const names = screen.getAllByRole("radio").map((radio) => radio.parentElement?.textContent.trim());
  expect(names.slice(0, 3)).toEqual(["Random", "Ada", "Bo"]);
  const faces = screen.getAllByRole("radio").map((one) => one.parentElement?.querySelectorAll("svg").length);
  expect(faces.slice(0, 3)).toEqual([0, 1, 1]);
  expect(screen.getByRole("radio", { name: "Ada" })).toHaveProperty("checked", true);
  await fireEvent.click(screen.getByRole("radio", { name: "Bo" }));
  expect(JSON.parse(line.sent.at(-1) ?? "null")).toMatchObject({
    type: "configure",
    options: { starter: 3 },
  });
});

test("who is red in Karta is chosen by name, once somebody sits there", () => {
  const options: messages.Info["options"] = [
    { type: "choice", name: "colour", default: "random", words: ["random", "first", "second"] },
  ];
  const chairs = [chair({ seat: 0, name: "Ada", member: 1 }), chair({ seat: 1 })];
  const { table, line } = sitting(1, told({ game: "karta", host: 1, chairs }));
  const info = { ...INFO, name: "karta", options };
  render(Agreement, { table, info, games: [info] });
  const names = (): unknown[] =>
    screen
      .getAllByRole("radio")
      .slice(0, 3)
      .map((radio) => radio.parentElement?.textContent.trim());
  expect(names()).toEqual(["Random", "Ada", "The other player"]);
  const both = [...chairs.slice(0, 1), chair({ seat: 1, name: "Bo", member: 1 })];
  line.says(told({ game: "karta", host: 1, chairs: both }));
  flushSync();
  expect(names()).toEqual(["Random", "Ada", "Bo"]);
});

const GAMES = ["spot/tower", "spot/well", "island/adventure", "island/ports", "catatac"].map(
  (name): messages.Info => ({ ...INFO, name, options: [] }),
);
const cards = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>("dialog [data-game]")].map((one) => one.dataset.game);

test("the host changes the game by its card, and finds those of the same box first", async () => {
  const { table, line } = sitting(1, told({ game: "island/ports", host: 1, phase: "gathering" }));
  render(Agreement, { table, info: { ...INFO, name: "island/ports", options: [] }, games: GAMES });
  expect(cards()).toEqual([]);
  await fireEvent.click(screen.getByRole("button", { name: "Change game" }));
  expect(cards()).toEqual(["island/adventure", "island/ports", "spot/tower", "spot/well", "catatac"]);
  const ports = screen.getByRole("button", { name: /^Ports/, hidden: true });
  expect(ports.getAttribute("aria-current")).toBe("true");
  await fireEvent.click(screen.getByRole("button", { name: /^The Well/, hidden: true }));
  expect(cards()).toEqual([]);
  expect(JSON.parse(line.sent.at(-1) ?? "null")).toMatchObject({ type: "configure", game: "spot/well" });
});

const DECKS = { spot: { order: 7, cards: 55 }, island: { order: 8, cards: 73 } };
const PRACTISED: messages.Info[] = [
  { ...INFO, name: "spot/tower", deck: DECKS.spot, options: [] },
  { ...INFO, name: "spot/practice", deck: DECKS.spot, options: [] },
  { ...INFO, name: "island/ports", deck: DECKS.island, options: [] },
];

test.each([
  ["island/ports", "", 0, { game: "spot/practice", deck: DECKS.island, theme: "island" }],
  ["spot/tower", "insects", 0, { game: "spot/practice", deck: null, theme: "insects" }],
  ["spot/practice", "island", 1, { game: "spot/practice", deck: null, theme: "" }],
] as const)(
  "practice is offered with the cards of each box, and they go with it: from %s, theme “%s”",
  async (name, theme, which, chosen) => {
    const { table, line } = sitting(1, told({ game: name, theme, host: 1, phase: "gathering" }));
    render(Agreement, { table, info: { ...INFO, name, options: [] }, games: PRACTISED });
    await fireEvent.click(screen.getByRole("button", { name: "Change game" }));
    const spot = ["spot/tower", "spot/practice"];
    const island = ["island/ports", "spot/practice"];
    expect(cards()).toEqual(name === "spot/tower" ? [...spot, ...island] : [...island, ...spot]);
    const practice = screen.getAllByRole("button", { name: /^Practice/, hidden: true });
    expect(practice.map((one) => one.getAttribute("aria-current"))).toEqual([
      String(name === "spot/practice"),
      "false",
    ]);
    const button = practice[which];
    if (button) await fireEvent.click(button);
    expect(JSON.parse(line.sent.at(-1) ?? "null")).toMatchObject({ type: "configure", ...chosen });
  },
);

test("after a game the cards are there at once, and keeping the game changes nothing", async () => {
  const { table, line } = sitting(1, told({ game: "catatac", host: 1, phase: "over" }));
  render(Agreement, { table, info: { ...INFO, options: [] }, games: GAMES });
  await fireEvent.click(screen.getByRole("button", { name: /^CATATAC/, hidden: true }));
  expect(cards()).toEqual([]);
  expect(line.sent).toHaveLength(1);
});

test("whoever closes the cards after a game is back at its results, and nothing has changed", async () => {
  const { table, line } = sitting(1, told({ game: "catatac", host: 1, phase: "over" }));
  table.wanted = "hard";
  router.show("next");
  render(Agreement, { table, info: { ...INFO, options: [] }, games: GAMES });
  await fireEvent.click(screen.getByRole("button", { name: "Close", hidden: true }));
  expect(router.open).toBe("");
  expect(line.sent).toHaveLength(1);
});

test("once another game is chosen, the bots that were chosen beside the results sit down", async () => {
  const chairs = [chair({ seat: 0, member: 1 }), chair({ seat: 1, bot: "easy" })];
  const { table, line } = sitting(1, told({ game: "catatac", host: 1, phase: "over", chairs }));
  table.wanted = "hard";
  render(Agreement, { table, info: { ...INFO, options: [] }, games: GAMES });
  await fireEvent.click(screen.getByRole("button", { name: /^Ports/, hidden: true }));
  line.says({ type: "done", id: 1 });
  const asked = (): unknown[] => line.sent.slice(1).map((text): unknown => JSON.parse(text));
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(asked()).toMatchObject([
    { type: "bot", seat: 1, bot: "hard" },
    { type: "configure", game: "island/ports" },
  ]);
});

test.each(["gathering", "over"] as const)(
  "a guest reads what is played, and chooses nothing: %s",
  (phase) => {
    const { table } = sitting(2, told({ game: "catatac", host: 1, phase }));
    render(Agreement, { table, info: { ...INFO, options: [] }, games: GAMES });
    expect(screen.getByRole("heading", { name: "CATATAC" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Change game", hidden: true })).toBeNull();
  },
);
