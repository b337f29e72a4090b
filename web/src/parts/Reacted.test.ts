import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test } from "vitest";
import { load, tell } from "../texts.svelte";
import Reacted from "./Reacted.svelte";
import { SAYINGS, SIGN } from "./sayings";

beforeAll(() => load("en"));

test.each([...SAYINGS, SIGN])("what is said at a seat is its picture and its word: %s", (name) => {
  render(Reacted, { said: name });
  expect(document.querySelector("svg")?.dataset["reaction"]).toBe(name);
  expect(screen.getByText(tell(`react.${name}`)).className).not.toContain("unseen");
});

test("where there is little room the word is only read aloud", () => {
  render(Reacted, { said: "wow", brief: true });
  expect(screen.getByText("Wow").className).toContain("unseen");
});
