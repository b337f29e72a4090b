import { render } from "@testing-library/svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sitting } from "../../fakes";
import { chair, deckOf, person, spotView, told } from "../../sample";
import { load } from "../../texts.svelte";
import { pronounce } from "../../voice";
import type { GameProps, Happening } from "..";
import Board from "./Board.svelte";

type Watcher = Parameters<GameProps<"spot">["watch"]>[0];

vi.mock("../../voice", () => ({ pronounce: vi.fn(), canSpeak: () => true }));

const deck = deckOf(["apple", "boat"], [[[0, 300, 500, 300, 0]], [0], [1]]);

beforeAll(() => load("en"));
beforeEach(() => vi.mocked(pronounce).mockClear());

/** Draws a tower for some seats; returns how to tell the drawing what happens. */
function drawn(seats: readonly number[]): (events: Happening<"spot">["events"]) => void {
  const { table } = sitting(
    1,
    told({
      game: "spot/tower",
      chairs: [0, 1].map((seat) => chair({ seat, name: `Guest ${seat + 1}`, member: 1 })),
      persons: [person(1, "Ada")],
    }),
  );
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
  return (events) => watcher?.({ events, view, same: true, verdicts: [] })?.();
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
