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

test.each([
  ["", "Touch here first"],
  ["T", "Press T first"],
])("the corner of someone whose key is “%s” says “%s”", (key, words) => {
  const ada = chair({ name: "Ada", member: 1 });
  const { table } = sitting(1, told({ chairs: [ada] }));
  render(Pad, { table, chair: ada, count: 3, mode: "free", key, onclaim: () => undefined });
  expect(screen.getByText(words)).toBeTruthy();
});

test("the corner of someone who has claimed says where to press, and then what came of it", async () => {
  const ada = chair({ name: "Ada", member: 1 });
  const { table } = sitting(1, told({ chairs: [ada] }));
  const corner = { table, chair: ada, count: 3, onclaim: () => undefined };
  const { rerender } = render(Pad, { ...corner, mode: "speaks", naming: "Now the symbol, on three cards" });
  expect(screen.getByText("Now the symbol, on three cards")).toBeTruthy();
  await rerender({
    mode: "frozen",
    until: null,
    remark: { text: "Apple: not on both cards", good: false, lasts: 9, key: 1 },
  });
  expect(screen.getByText("Apple: not on both cards")).toBeTruthy();
  expect(screen.queryByText("Now the symbol, on three cards")).toBeNull();
});
