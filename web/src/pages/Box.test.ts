import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { load } from "../texts.svelte";
import Box from "./Box.svelte";

vi.mock("../api", () => ({ shelf: () => Promise.resolve({ games: [], bots: {} }) }));

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
