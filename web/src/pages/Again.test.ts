import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { sitting, type Line } from "../fakes";
import { parse } from "../json";
import type * as messages from "../messages";
import { pace } from "../opening";
import { chair, told } from "../sample";
import { load } from "../texts.svelte";
import Again from "./Again.svelte";

vi.mock("../api", async (original) => ({
  ...(await original<object>()),
  shelf: () => Promise.resolve({ games: [], bots: { karta: ["easy", "hard"], catatac: ["easy", "hard"] } }),
}));

beforeAll(() => load("en"));

const AGAINST = [chair({ seat: 0, name: "Ada", member: 1 }), chair({ seat: 1, bot: "easy", team: 1 })];

/** Returns what a host asks for who has just pressed "Play again", each granted in turn. */
async function pressed(line: Line): Promise<{ type: string; id: number }[]> {
  const asked = (): { type: string; id: number }[] =>
    line.sent.slice(1).map((text) => parse<{ type: string; id: number }>(text));
  await fireEvent.click(screen.getByRole("button", { name: "Play again" }));
  for (let granted = 0; asked().at(-1)?.type !== "start"; granted++) {
    await waitFor(() => expect(asked().length).toBeGreaterThan(granted));
    line.says({ type: "done", id: asked()[granted]?.id });
    await Promise.resolve();
  }
  return asked();
}
function shown(changes: Partial<messages.Table>): Line {
  const { table, line } = sitting(1, told({ phase: "over", host: 1, chairs: AGAINST, ...changes }));
  render(Again, { table });
  return line;
}

test("the next game's bots are chosen beside the button, and sit down when it is pressed", async () => {
  const line = shown({ game: "catatac" });
  const level = await screen.findByLabelText<HTMLSelectElement>("Bots");
  expect(level.value).toBe("easy");
  expect(screen.queryByRole("switch")).toBeNull();
  await fireEvent.change(level, { target: { value: "hard" } });
  expect(line.sent).toHaveLength(1);
  expect(await pressed(line)).toMatchObject([{ type: "bot", seat: 1, bot: "hard" }, { type: "start" }]);
  expect(pace("catatac", ["easy", "hard"])).toBe("hard");
});

test("a double tap is one press", async () => {
  const line = shown({ game: "catatac" });
  await fireEvent.change(await screen.findByLabelText("Bots"), { target: { value: "hard" } });
  const again = screen.getByRole("button", { name: "Play again" });
  await Promise.all([fireEvent.click(again), fireEvent.click(again)]);
  expect(line.sent.slice(1)).toHaveLength(1);
});

test("Karta is played again with a return game, or without", async () => {
  const line = shown({ game: "karta", options: { corner: true } });
  await fireEvent.click(screen.getByRole("switch", { name: /^Play two games: .*colours swapped/ }));
  expect(line.sent).toHaveLength(1);
  const options = { corner: true, return: true };
  expect(await pressed(line)).toMatchObject([
    { type: "configure", game: "karta", options },
    { type: "start" },
  ]);
});

test("where only people play, and nothing is chosen, there is a button alone", async () => {
  const chairs = [chair({ seat: 0, member: 1 }), chair({ seat: 1, member: 2, team: 1 })];
  const line = shown({ game: "catatac", chairs });
  expect(screen.queryByLabelText("Bots")).toBeNull();
  expect(await pressed(line)).toMatchObject([{ type: "start" }]);
});

test("bots of several levels are left as they are", async () => {
  const chairs = [...AGAINST, chair({ seat: 2, bot: "hard" })];
  const line = shown({ game: "catatac", chairs });
  expect((await screen.findByLabelText<HTMLSelectElement>("Bots")).value).toBe("");
  expect(await pressed(line)).toMatchObject([{ type: "start" }]);
});
