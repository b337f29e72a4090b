import { render, screen } from "@testing-library/svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { load } from "../../texts.svelte";
import { GAMES } from "./course";
import { ENDS } from "./ends";
import Picture from "./Picture.svelte";

/** What the server says of a deck of plain cards: any two share the first symbol alone. */
const deck = vi.hoisted(() => ({
  emblems: Array.from({ length: 74 }, (_, symbol) => ({
    en: `symbol ${symbol}`,
    fr: `symbole ${symbol}`,
    picture: "<svg/>",
    left: 0,
    top: 0,
    side: 1,
    path: "",
  })),
  cards: Array.from({ length: 73 }, (_, card) => [
    [0, 300, 500, 300, 0],
    [card + 1, 700, 500, 300, 0],
  ]),
}));

beforeAll(async () => {
  await load("en");
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(deck)));
});
beforeEach(() => {
  vi.spyOn(HTMLImageElement.prototype, "decode").mockResolvedValue();
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(340);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(327);
});

const cards = (picture: Element): number[] =>
  [...picture.querySelectorAll<HTMLElement>(".card.up")].map((card) => Number(card.dataset["card"]));

test.each([
  ["welcome", "Red shows the most cards, 7: 2\u00a0points."],
  ["ports", "Blue is next to the most ports, 5: 2\u00a0points."],
  ["route", "Red has the longest route, 5 touching cards: 2\u00a0points."],
  ["barbarians", "Orange has taken the most cards, 8 of 19: 2\u00a0points."],
  ["knights", "The last round: Red has taken 2 cards, which scores 2."],
])("the picture of %s shows how a game ended and says who had most", async (game, said) => {
  render(Picture, { game: `island/${game}` });
  expect(await screen.findByText("The one symbol that both cards share: symbol 0.")).toBeTruthy();
  expect(document.querySelector(".single figcaption")?.textContent).toBe(said);
  const picture = screen.getByRole("img");
  expect(picture.getAttribute("aria-label")).toBe(said);
  const end = ENDS.find((one) => one.game === game);
  const lies = game === "knights" ? [...(end?.turned ?? [])] : [...(end?.island ?? [])];
  const seen = [...lies, ...(end?.taken.flat() ?? [])].filter((card) => card >= 0);
  expect(cards(picture).sort()).toEqual(seen.sort());
});

test("nothing in a picture can be pressed or reached", async () => {
  render(Picture, { game: "island/route" });
  await screen.findByText(/both cards share/);
  const buttons = [...document.querySelectorAll("button")];
  expect(buttons.length).toBeGreaterThan(0);
  expect(buttons.filter((button) => !button.closest("[inert]"))).toEqual([]);
});

test("a series shows how each of its games ended, and the points after it", async () => {
  render(Picture, { game: "island/adventure" });
  await screen.findByText(/both cards share/);
  expect(screen.getAllByRole("img")).toHaveLength(GAMES.length);
  expect(screen.getByText("Knights").textContent).toContain("Blue 5Orange 4Red 10");
  expect(screen.getByText("The points add up from game to game: Red is first, with 10.")).toBeTruthy();
});

test("the room for the cards is kept, and the caption said, while the deck has not come", () => {
  render(Picture, { game: "island/ports" });
  const picture = screen.getByRole("img", { name: /most ports/ });
  expect(picture.querySelector(".sea")).toBeTruthy();
  expect(cards(picture)).toEqual([]);
});
