import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Line, sitting } from "../fakes";
import { learn } from "../infos.svelte";
import type * as messages from "../messages";
import { chair, game, person, told } from "../sample";
import { load } from "../texts.svelte";
import { parse } from "../json";
import Door from "./Door.svelte";
import Lobby from "./Lobby.svelte";
import Play from "./Play.svelte";
import Summary from "./Summary.svelte";

const TOWER: messages.Info = { name: "spot/tower", version: 4, shapes: { "2": [[1, 1]], "3": [[1, 1, 1]] } };

beforeAll(() => load("en"));
beforeAll(() => learn([TOWER]));
beforeEach(() =>
  vi.stubGlobal("fetch", ({ pathname }: URL) =>
    pathname === "/api/games"
      ? Promise.resolve(Response.json({ version: 1, games: [TOWER], bots: {}, texts: {}, day: false }))
      : Promise.reject(new Error("There is nothing else.")),
  ),
);

/** Returns what is told where Ada and Bo share a screen, and Tom has come with a phone. */
function come(changes: Partial<messages.Table>): messages.Table {
  return told({
    game: "spot/tower",
    chairs: [0, 1].map((seat) => chair({ seat, team: seat, name: ["Ada", "Bo"][seat] ?? "", member: 1 })),
    persons: [person(1, "Ada"), person(2, "Tom")],
    ...changes,
  });
}

const RESULT = { ranking: [[0], [1]], scores: [1, 0], why: "played" as const };
const asked = (): unknown[] => Line.last.sent.slice(1).map((text) => parse(text));

test.each(["gathering", "over"] as const)("whoever watches is offered a seat: %s", async (phase) => {
  const { table, line } = sitting(2, come({ phase }));
  if (phase === "over") {
    line.says(game({ result: RESULT }));
    render(Summary, { table, unasked: false });
  } else render(Lobby, { table, onlesson: null });
  expect(await screen.findByText("You are watching. Take a seat to play the next game.")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Take a seat", hidden: true }));
  expect(asked()).toMatchObject([{ type: "sit", seat: 2 }]);
  const three = [...come({}).chairs, chair({ seat: 2, name: "Cleo", member: 3 })];
  line.says(come({ phase, chairs: three }));
  await tick();
  expect(screen.getByText("All seats are taken: you are watching.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Take a seat", hidden: true })).toBeNull();
});

test.each(["gathering", "over"] as const)("a host reads who has no seat yet: %s", async (phase) => {
  const { table, line } = sitting(1, come({ phase }));
  if (phase === "over") {
    line.says(game({ result: RESULT }));
    render(Summary, { table, unasked: false });
  } else render(Lobby, { table, onlesson: null });
  expect(await screen.findByText("Tom has no seat yet. Wait a moment, or start without Tom.")).toBeTruthy();
});

test("whoever watches a game reads that there is a next one", async () => {
  const { table } = sitting(2, come({ phase: "playing" }));
  render(Play, { table });
  await tick();
  expect(screen.getByText("You are watching. You can play in the next game.")).toBeTruthy();
});

test.each([
  ["playing", 1],
  ["gathering", 0],
])("at the door of a table that is %s one reads whether a game is in progress", async (phase, times) => {
  vi.stubGlobal("fetch", () =>
    Promise.resolve(Response.json({ code: "KRTBD", game: "spot/tower", persons: 4, phase })),
  );
  render(Door, { code: "KRTBD", onenter: () => {} });
  expect(await screen.findByText("4 people are at this table.")).toBeTruthy();
  expect(screen.queryAllByText("A game is in progress: watch it now, play the next one.")).toHaveLength(
    times,
  );
});
