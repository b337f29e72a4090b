import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test } from "vitest";
import { sitting } from "../../fakes";
import { chair, told } from "../../sample";
import { load } from "../../texts.svelte";
import Pad from "./Pad.svelte";

beforeAll(() => load("en"));

test("the corner of someone who has resigned says so, and claims nothing", () => {
  const ada = chair({ name: "Ada", member: 1, resigned: true });
  const { table } = sitting(1, told({ chairs: [ada] }));
  render(Pad, { table, chair: ada, count: 3, mode: "free", onclaim: () => undefined });
  expect(screen.getByRole("button", { name: "Ada, Resigned" })).toHaveProperty("disabled", true);
  expect(screen.getByText("Resigned")).toBeTruthy();
});
