import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sitting } from "../../fakes";
import { frame, replay } from "../../replay/sample";
import { Tape } from "../../replay/Tape.svelte";
import { chair, deckOf, person, score, spotView, told } from "../../sample";
import type { Verdict } from "../../messages";
import type { Scene } from "../../Table.svelte";
import { load } from "../../texts.svelte";
import { pronounce } from "../../voice";
import type { GameProps, Happening } from "..";
import Board from "./Board.svelte";

type Watcher = Parameters<GameProps<"spot">["watch"]>[0];

vi.mock("../../voice", () => ({ pronounce: vi.fn(), canSpeak: () => true }));

const deck = deckOf(["apple", "boat"], [[[0, 300, 500, 300, 0]], [0], [0, 1]]);

beforeAll(() => load("en"));
beforeEach(() => vi.mocked(pronounce).mockClear());

function seated(seats = [0, 1]): Scene {
  const chairs = seats.map((seat) => chair({ seat, name: `Guest ${seat + 1}`, member: 1 }));
  return sitting(1, told({ game: "spot/tower", chairs, persons: [person(1, "Ada")] })).table;
}

/** Draws a tower for some seats; returns how to tell the drawing what happens. */
function drawn(
  seats: readonly number[],
  table: Scene = seated(),
): (events: Happening<"spot">["events"], verdicts?: readonly Verdict[]) => void {
  const view = spotView({ middle: 0, tops: [1, 2] });
  let watcher: Watcher | undefined;
  render(Board, {
    table,
    game: "spot/tower",
    view,
    seats,
    deck,
    send: () => Promise.resolve({ type: "done", id: 1 }),
    ask: () => Promise.resolve(null),
    sight: () => view,
    watch: (one: Watcher) => {
      watcher = one;
      return () => {};
    },
  });
  return (events, verdicts = []) => watcher?.({ events, view, same: true, verdicts })?.();
}

test.each([
  ["one has alone", [0]],
  ["several share", [0, 1]],
  ["only shows the table", []],
])("a found symbol is heard on a screen that %s", (_, seats) => {
  const happen = drawn(seats);
  happen([{ type: "took", seat: 0, symbol: 0, cards: [0, 1], to: 0 }]);
  expect(pronounce).toHaveBeenCalledExactlyOnceWith("apple");
});

test("a replay that jumps to a wrong call rings its symbol, and the right one on both cards", async () => {
  const wrong = { type: "wrong", seat: 1, symbol: 1, cards: [0, 2], until: 9 };
  const tape = new Tape(replay([frame(0), frame(1), frame(2, [wrong]), frame(3)]));
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  drawn([], tape);
  const ringed = (kind: string): (string | undefined)[] =>
    [...document.querySelectorAll<HTMLElement>(`.symbol.${kind}`)].map(({ dataset }) => dataset["symbol"]);
  tape.show(2);
  await vi.waitFor(() => expect([ringed("wrong"), ringed("right")]).toEqual([["1"], ["0", "0"]]));
  tape.show(3);
  await vi.waitFor(() => expect([ringed("wrong"), ringed("right")]).toEqual([[], []]));
});

test.each([
  ["a rival", [0, 1], 1],
  ["nobody, where the cards' own times count (SPOT-15)", [0], 0],
])("a reaction is said to whoever plays against %s", async (_, seats, said) => {
  const happen = drawn([0], seated(seats));
  happen(
    [{ type: "took", seat: 0, symbol: 0, cards: [0, 1], to: 0 }],
    [{ winner: 0, tied: [], scores: [score(0, 810)] }],
  );
  await tick();
  expect(screen.queryAllByText("Yours, in 0.81 s")).toHaveLength(said);
});
