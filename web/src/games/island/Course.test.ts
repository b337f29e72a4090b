import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test } from "vitest";
import { load } from "../../texts.svelte";
import Course from "./Course.svelte";

beforeAll(() => load("en"));

test("the adventure says which of its games is played, and how many there are", () => {
  render(Course, { game: "island/adventure", now: "ports", index: 1 });
  expect(screen.getByRole("img", { name: "Game 2 of 5" })).toBeTruthy();
  expect(screen.getByText("Game 2 of 5")).toBeTruthy();
});

test("a match says which game it is, as nobody knows how many it takes", () => {
  render(Course, { game: "island/ports", now: "ports", index: 4 });
  expect(screen.getByText("Game 5")).toBeTruthy();
});
