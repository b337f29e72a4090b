import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test } from "vitest";
import { bytes, sha256 } from "../sha256";
import type { Promised } from "../shuffle";
import { load } from "../texts.svelte";
import Shuffled from "./Shuffled.svelte";

beforeAll(() => load("en"));

const SECRET = "5e".repeat(32);
const COMMITMENT = sha256(bytes(SECRET));
const PROOF = {
  commitment: COMMITMENT,
  secret: SECRET,
  seed: sha256(new TextEncoder().encode(SECRET)),
  shares: [],
};

test.each<[string, Promised["part"], string, string, boolean]>([
  ["a page that was never asked", "adds", "did not ask for one", "No page added a number", false],
  ["a spectator", "watches", "chose this shuffle alone", "No page added a number", false],
  ["a late page", "late", "cannot say what was promised", "No page added a number", false],
  ["a deck of the day", "day", "shuffled as promised", "A deck of the day: everyone", true],
])("a shuffle without numbers says so: %s", (_, part, said, why, fine) => {
  const given: Promised = {
    table: "KRTBD",
    game: 1,
    commitment: COMMITMENT,
    number: "",
    record: "r1",
    ...(part && { part }),
  };
  const { container } = render(Shuffled, { proof: PROOF, given, names: ["Ada"] });
  expect(screen.getByText(said, { exact: false })).toBeTruthy();
  expect(screen.getByText(why, { exact: false })).toBeTruthy();
  expect(container.querySelector("summary")?.classList.contains("fine")).toBe(fine);
});
