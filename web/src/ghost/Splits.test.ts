import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { load } from "../texts.svelte";
import Challenge from "./Challenge.svelte";
import Splits from "./Splits.svelte";

beforeAll(() => load("en"));

const GHOST = { name: "Ada", bot: "", splits: [900, 800] };
const RUN = { splits: [1000, 700], wrong: [0, 1] };

test.each([
  [true, true, []],
  [true, false, ["Ada’s times are not verified."]],
  [false, true, [expect.stringMatching(/^These times are not verified/)]],
])("times that are not verified are said to be so (%s, %s)", (own, theirs, said) => {
  render(Splits, { run: { ...RUN, verified: own }, ghost: { ...GHOST, verified: theirs } });
  expect(screen.queryAllByText(/not verified/).map((one) => one.textContent)).toEqual(said);
});

test.each([
  [true, "Ada", 0],
  [false, "Ada", 1],
  [false, "", 1],
])("a link to a run says whether its times are verified (%s, by %s)", async (verified, name, count) => {
  const challenge = { game: "spot/tower", deck: null, theme: "", ghost: { ...GHOST, name, verified } };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(challenge))));
  render(Challenge, { record: "abc" });
  await screen.findByRole("button", { name: /Watch|replay|again/i });
  expect(screen.queryAllByText(/times( of Ada)? are not verified\./)).toHaveLength(count);
  vi.unstubAllGlobals();
});

test.each([
  [[0, 1], "1 wrong call."],
  [[0, 0], "No wrong calls."],
])("a run says how often its caller was wrong (%s)", (wrong, said) => {
  render(Splits, { run: { ...RUN, wrong, verified: true }, ghost: null });
  expect(document.querySelector(".run")?.textContent).toContain(said);
});
