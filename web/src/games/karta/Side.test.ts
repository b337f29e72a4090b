import { render } from "@testing-library/svelte";
import { beforeAll, expect, test } from "vitest";
import { sitting } from "../../fakes";
import { chair, person, told } from "../../sample";
import { load } from "../../texts.svelte";
import Side from "./Side.svelte";

beforeAll(() => load("en"));

test("the dots that decide between equal tokens are seen, not only heard", () => {
  const chairs = [chair({ seat: 0, name: "Ada", member: 1 })];
  const { table } = sitting(1, told({ game: "karta", chairs, persons: [person(1, "Ada")] }));
  const side = { seat: 0, hand: [], over: false, tokens: 1, dots: 7 };
  const { container } = render(Side, { table, side, colour: "red", mine: true, turn: false, said: "" });
  const dots = container.querySelector(".dots");
  expect(dots?.textContent).toBe("7dots");
  expect(dots?.getAttribute("title")).toContain("7 dots");
});
