import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test } from "vitest";
import { chair } from "../../sample";
import { load } from "../../texts.svelte";
import Crew from "./Crew.svelte";

beforeAll(() => load("en"));

test("a crew shows which of its people have resigned", () => {
  const crew = [chair({ seat: 0, name: "Ada" }), chair({ seat: 1, name: "Bruno", resigned: true })];
  render(Crew, { crew, score: 0, count: 3, said: () => null });
  const [ada, bruno] = [...document.querySelectorAll(".one")];
  expect(ada?.className).not.toContain("away");
  expect(bruno?.className).toContain("away");
  expect(screen.getByText("Resigned").parentElement).toBe(bruno);
});
