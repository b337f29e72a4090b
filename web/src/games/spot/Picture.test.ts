import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { deckOf } from "../../sample";
import { load } from "../../texts.svelte";
import Picture from "./Picture.svelte";

const [apple, boat] = [0, 1];
const CARDS = Array.from({ length: 55 }, (_, card) => [[3, 11, 20].includes(card) ? apple : boat]);

vi.mock("../../deck", async (original) => ({
  ...(await original<object>()),
  drawn: () => Promise.resolve(deckOf(["apple", "boat"], CARDS)),
}));

beforeAll(() => load("en"));

test.each([
  ["spot/tower", 2, "The one symbol that both cards share: apple."],
  ["spot/triplet", 3, "On all three cards: apple."],
])("the rules of %s show what one looks for", async (game, cards, said) => {
  render(Picture, { game });
  expect(await screen.findByText(said)).toBeTruthy();
  expect(document.querySelectorAll("[inert] > *")).toHaveLength(cards);
});
