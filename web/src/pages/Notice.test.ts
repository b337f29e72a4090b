import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { sitting } from "../fakes";
import { told } from "../sample";
import { load } from "../texts.svelte";
import Notice from "./Notice.svelte";

beforeAll(() => load("en"));

test.each([
  ["a game of speed", { order: 7, cards: 55 }, 0],
  ["a game of turns", null, 1],
])("a refusal leads to its rule where no finger can slip onto it: %s", async (_, deck, links) => {
  const { table } = sitting(1, told({ phase: "playing", deck }));
  render(Notice, { table });
  table.notice = {
    type: "refused",
    id: 1,
    rule: "FAIR-4",
    key: "fair.false-start",
    values: {},
    text: "Too soon.",
  };
  await tick();
  expect(screen.getByRole("status").textContent).toContain("You pressed before anyone");
  expect(screen.queryAllByRole("button", { name: "FAIR-4" })).toHaveLength(links);
});

test("where the line is lost stands why, in the server's words", async () => {
  const { table, line } = sitting(1, told({}));
  render(Notice, { table });
  line.says({ type: "closing", key: "closing.storage", text: "The disk is full.", again: true });
  line.onclose?.();
  await tick();
  expect(screen.getByRole("status").textContent.trim()).toBe("The disk is full. Reconnecting…");
});

test("who has too many players for a game is led to them", async () => {
  const players = document.createElement("section");
  players.className = "players";
  document.body.append(players);
  const scrolled = vi.spyOn(players, "scrollIntoView");
  const { table } = sitting(1, told({ phase: "gathering" }));
  render(Notice, { table, inline: true });
  const values = { seated: 3, most: 2 };
  table.notice = { type: "refused", id: 1, rule: "TABLE-1", key: "table.too-many", values, text: "" };
  await tick();
  await fireEvent.click(screen.getByRole("button", { name: "Players" }));
  expect(scrolled).toHaveBeenCalled();
  expect(table.notice).toBeNull();
});
