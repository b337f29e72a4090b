import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { sitting } from "../fakes";
import { router } from "../router.svelte";
import { chair, person, told } from "../sample";
import { load } from "../texts.svelte";
import Ended from "./Ended.svelte";

beforeAll(async () => {
  await load("en");
  vi.stubGlobal("fetch", () => Promise.reject(new Error("none")));
});

test("whoever closed the results to look at the table can have them again", async () => {
  const chairs = [
    chair({ seat: 0, name: "Ada", member: 1 }),
    chair({ seat: 1, name: "Bo", member: 2, team: 1 }),
  ];
  const message = told({
    phase: "over",
    chairs,
    persons: [person(1, "Ada"), person(2, "Bo")],
    game: "karta",
  });
  const { table, line } = sitting(1, message);
  line.says({
    type: "game",
    number: 1,
    moves: 9,
    now: 0,
    reveal: null,
    sights: [],
    until: null,
    takeback: null,
    verdicts: [],
    result: { ranking: [[1], [0]], scores: [2, 3], why: "played" },
  });
  render(Ended, { table });
  expect(await screen.findByRole("heading", { name: "Bo wins", hidden: true })).toBeTruthy();
  const scores = [...document.querySelectorAll(".ranking .score")].map((one) => one.textContent);
  expect(scores.map((text) => text.replace(/\s+/g, " ").trim())).toEqual(["3 tokens", "2 tokens"]);
  await fireEvent.click(screen.getByRole("button", { name: "Close", hidden: true }));
  expect(router.open).toBe("look");
  expect(screen.queryByRole("heading", { name: "Bo wins", hidden: true })).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Results" }));
  expect(screen.getByRole("heading", { name: "Bo wins", hidden: true })).toBeTruthy();
});
