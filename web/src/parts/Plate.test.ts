import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test } from "vitest";
import { chair } from "../sample";
import { load } from "../texts.svelte";
import Plate from "./Plate.svelte";
import { TAPED } from "./taped";

beforeAll(() => load("en"));

test("what somebody says is shown over their face, and covers neither name nor score", () => {
  render(Plate, { chair: chair({ seat: 1, name: "Papa", member: 2 }), count: 7, said: "wow" });
  expect(document.querySelector(".face [data-reaction=wow]")).toBeTruthy();
  expect(screen.getByText("Wow").className).toContain("unseen");
  expect(screen.getByText("Papa")).toBeTruthy();
  expect(screen.getByText("7")).toBeTruthy();
});

test("at a table one is you; in a replay everybody has a name, whoever's eyes one looks through", () => {
  const bolt = { chair: chair({ seat: 1, name: "easy", bot: "easy" }), count: 5, mine: true };
  const { unmount } = render(Plate, bolt);
  expect(document.querySelector(".name")?.textContent).toBe("You");
  unmount();
  render(Plate, { props: bolt, context: new Map([[TAPED, true]]) });
  expect(document.querySelector(".name")?.textContent).toBe("Bolt");
});

test.each([
  ["left for good", { member: null }, "Has left"],
  ["is away", { member: 2, away: true }, "Away"],
])("whose person %s is marked", (_, gone, state) => {
  render(Plate, { chair: chair({ seat: 1, name: "Papa", ...gone }), count: 7 });
  expect(document.querySelector(".plate.away .badge")).toBeTruthy();
  expect(screen.getByText(state)).toBeTruthy();
});
