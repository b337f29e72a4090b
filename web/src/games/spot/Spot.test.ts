import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sitting } from "../../fakes";
import { learn } from "../../infos.svelte";
import { frame, replay } from "../../replay/sample";
import { Tape } from "../../replay/Tape.svelte";
import { chair, deckOf, game, person, score, spotView, told } from "../../sample";
import type * as messages from "../../messages";
import type { Scene } from "../../Table.svelte";
import { load } from "../../texts.svelte";
import { pronounce } from "../../voice";
import type { GameProps, Happening } from "..";
import Spot from "./Spot.svelte";

type Watcher = Parameters<GameProps<"spot">["watch"]>[0];

vi.mock("../../voice", () => ({ pronounce: vi.fn(), canSpeak: () => true }));

const deck = deckOf(["apple", "boat"], [[[0, 300, 500, 300, 0]], [0], [0, 1]]);

beforeAll(() => load("en"));
beforeAll(() => learn([{ name: "spot/tower", version: 1, shapes: {}, alone: true }]));
beforeEach(() => vi.mocked(pronounce).mockClear());

function seated(seats = [0, 1]): Scene {
  const chairs = seats.map((seat) => chair({ seat, name: `Guest ${seat + 1}`, member: 1 }));
  return sitting(1, told({ game: "spot/tower", chairs, persons: [person(1, "Ada")] })).table;
}

/** Draws a game for some seats; returns how to tell the drawing what happens. */
function drawn(
  seats: readonly number[],
  table: Scene = seated(),
  game = "spot/tower",
  view = spotView({ middle: 0, tops: [1, 2] }),
  send: GameProps<"spot">["send"] = () => Promise.resolve({ type: "done", id: 1 }),
): (events: Happening<"spot">["events"], verdicts?: readonly messages.Verdict[]) => void {
  let watcher: Watcher | undefined;
  render(Spot, {
    table,
    game,
    view,
    seats,
    deck,
    send,
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

/** Gives the table some room: without any, no card lies on it. */
function roomy(): void {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(390);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(700);
}

/** Returns what stands below the card at a place. */
const tag = (place: string): string | undefined =>
  document.querySelector(`[data-place="${place}"] .tag`)?.textContent.trim();

test("in the Poisoned Gift the card to give away has a golden rim, and says so", () => {
  roomy();
  drawn([0], seated([0, 1, 2]), "spot/gift", spotView({ middle: 0, tops: [1, 2, 1], counts: [3, 4, 5] }));
  expect(tag("middle")).toBe("To give away");
  expect([tag("seat 1"), tag("seat 2")]).toEqual(["Guest 24", "Guest 35"]);
  const gold = [...document.querySelectorAll(".card.gold")].map(
    (card) => card.closest<HTMLElement>(".place")?.dataset["place"],
  );
  expect(gold).toEqual(["middle"]);
});

test.each([
  ["in Catch Them All", "spot/catch", [0], [1, 2]],
  ["on a TV", "spot/tower", [], []],
])("%s the middle card has a golden rim, and says what it is", (_, game, seats, table) => {
  roomy();
  drawn(seats, seated([0, 1]), game, spotView({ middle: 0, table, tops: [1, 2] }));
  expect(tag("middle")).toBe("Middle card");
  expect(document.querySelector('[data-place="middle"] .card.gold')).toBeTruthy();
  expect(document.querySelectorAll(".card.gold")).toHaveLength(1);
});

test.each(["spot/triplet", "spot/catch"])(
  "a spectator reads names and scores at the edge, where no card on the table is anybody's: %s",
  (game) => {
    roomy();
    drawn([], seated([0, 1]), game, spotView({ middle: 0, table: [1, 2], counts: [3, 4] }));
    const plates = [...document.querySelectorAll(".people .plate")].map((plate) => [
      plate.querySelector(".name")?.textContent,
      plate.querySelector("b")?.textContent,
    ]);
    expect(plates).toEqual([
      ["Guest 1", "3"],
      ["Guest 2", "4"],
    ]);
  },
);

test("by keyboard one is told to name the card before its symbol, where there are several", () => {
  roomy();
  const media = Object.defineProperty(matchMedia("(hover: hover)"), "matches", { value: true });
  vi.spyOn(window, "matchMedia").mockReturnValue(media);
  const scene = seated([0, 1]);
  drawn([0], scene, "spot/catch", spotView({ middle: 0, table: [1, 2] }));
  expect(screen.getByText(/First the card’s number, then the symbol’s/)).toBeTruthy();
});

test("by keyboard one is told the keys that this deck's cards have symbols for", () => {
  roomy();
  const media = Object.defineProperty(matchMedia("(hover: hover)"), "matches", { value: true });
  vi.spyOn(window, "matchMedia").mockReturnValue(media);
  drawn([0]);
  expect(screen.getByText("Keys 1, or type the name")).toBeTruthy();
});

test("in the tower no card has a golden rim", () => {
  roomy();
  drawn([0]);
  expect(document.querySelectorAll(".card.up")).toHaveLength(2);
  expect(document.querySelector(".card.gold")).toBeNull();
});

test("in Hot Potato every card says whose it is, and whoever is rid of theirs whom they wait for", () => {
  roomy();
  const view = spotView({ tops: [-1, 0, 2], counts: [0, 1, 2], kept: [0, 3, 0] });
  drawn([0], seated([0, 1, 2]), "spot/potato", view);
  expect([tag("seat 1"), tag("seat 2")]).toEqual(["Guest 23", "Guest 30"]);
  expect(screen.getByText("The number: penalty cards")).toBeTruthy();
  expect(document.querySelector(".card.own")).toBeNull();
  expect(screen.getByText("You are safe. Waiting for Guest 2 and Guest 3.")).toBeTruthy();
});

test("in Hot Potato whoever still holds a card reads who is safe", () => {
  roomy();
  drawn([0], seated([0, 1, 2]), "spot/potato", spotView({ tops: [1, -1, 2] }));
  expect(screen.getByText("Safe: Guest 2")).toBeTruthy();
});

test("in Hot Potato one's own card is marked, and says so", () => {
  roomy();
  drawn([0], seated([0, 1, 2]), "spot/potato", spotView({ tops: [1, 0, 2] }));
  expect(tag("seat 0")).toBe("Your card");
  const own = [...document.querySelectorAll(".card.own")];
  expect(own.map((card) => card.closest<HTMLElement>(".place")?.dataset["place"])).toEqual(["seat 0"]);
});

test.each([
  ["in play", null, [false, false]],
  ["over", { ranking: [[0], [1]], scores: [3, 1] }, [true, true]],
])(
  "the corners of those who share a screen are quiet once the game is over: %s",
  async (_, result, quiet) => {
    roomy();
    const table = seated();
    table.game = game({ result });
    const view = spotView({ table: [0, 1, 2] });
    drawn([0, 1], table, "spot/triplet", view);
    await tick();
    const pads = [...document.querySelectorAll<HTMLButtonElement>(".pad")];
    expect(pads.map(({ disabled }) => disabled)).toEqual(quiet);
    expect(screen.queryAllByText(/first$/u)).toHaveLength(result === null ? 2 : 0);
    expect(document.querySelectorAll(".card.live")).toHaveLength(result === null ? 3 : 0);
  },
);

test("in Hot Potato one reads which round of how many it is, not how many cards are left", () => {
  roomy();
  learn([
    {
      name: "spot/potato",
      version: 3,
      shapes: {},
      options: [{ type: "number", name: "rounds", default: 5, low: 1, high: 20 }],
    },
  ]);
  drawn([0], seated(), "spot/potato", spotView({ tops: [1, 2], round: 2, stock: 40 }));
  expect(screen.getByText("Round 3 of 5")).toBeTruthy();
  expect(screen.queryByText(/cards left/)).toBeNull();
});

test.each(["spot/potato", "spot/gift"])(
  "whoever presses their own card is told to touch another player's: %s",
  async (name) => {
    roomy();
    const send = vi.fn<GameProps<"spot">["send"]>();
    drawn([0], seated(), name, spotView({ middle: name === "spot/gift" ? 0 : -1, tops: [2, 1] }), send);
    const place = name === "spot/gift" ? "middle" : "seat 0";
    const symbol = document.querySelector(`[data-place="${place}"] [data-symbol]`);
    await fireEvent.pointerDown(symbol ?? document.body, { button: 0 });
    expect(screen.getAllByText("Touch it on another player’s card.").length).toBeGreaterThan(0);
    expect(send).not.toHaveBeenCalled();
  },
);

test("whoever is rid of their hot potato is not told to go on", async () => {
  roomy();
  drawn([0], seated([0, 1, 2]), "spot/potato", spotView({ tops: [-1, 2, 1] }));
  const symbol = document.querySelector('[data-place="seat 1"] [data-symbol]');
  await fireEvent.pointerDown(symbol ?? document.body, { button: 0 });
  expect(symbol).not.toBeNull();
  expect(screen.queryByText("Touch it on another player’s card.")).toBeNull();
});

test("in a face-off whoever gave no name is called as everywhere", () => {
  roomy();
  const chairs = [0, 1].map((seat) => chair({ seat, name: "", member: seat + 1 }));
  const { table } = sitting(1, told({ game: "spot/tower", chairs, persons: [person(1, "")] }));
  drawn([0], table, "spot/gift", spotView({ table: [1, 2], faceoff: [0, 1] }));
  expect(screen.getByText(/^Face-off: Guest 1 \(you\) and Guest 2\./)).toBeTruthy();
});

test.each([
  ["who is in it reads what to do", [0, 1], "Find the symbol these two cards share."],
  ["who is not reads who is", [1, 2], "It is between them."],
])("in a face-off whoever %s (SPOT-6)", (_, faceoff, said) => {
  roomy();
  drawn([0], seated([0, 1, 2]), "spot/gift", spotView({ table: [1, 2], faceoff }));
  const names = faceoff.map((seat) => `Guest ${seat + 1}`).join(" and ");
  expect(screen.getByText(`Face-off: ${names}. ${said}`)).toBeTruthy();
});

test("after the first press of a triplet one reads on how many more cards it goes", async () => {
  roomy();
  drawn([0], seated(), "spot/triplet", spotView({ table: [0, 1, 2] }));
  for (const [card, said] of ["two more cards", "one more card"].entries()) {
    const symbol = document.querySelector(`[data-place="table ${card}"] [data-symbol="0"]`);
    await fireEvent.pointerDown(symbol ?? document.body, { button: 0 });
    expect(screen.getByText(`Now the same symbol on ${said}.`)).toBeTruthy();
  }
});

test.each(["spot/tower", "spot/well"])(
  "one's own card says that it is, so that nobody takes the other for it: %s",
  (name) => {
    roomy();
    drawn([0], seated(), name, spotView({ middle: 0, tops: [1, 2] }));
    expect([tag("middle"), tag("seat 0")]).toEqual([undefined, "Your card"]);
  },
);

test.each([
  ["spot/tower", ["seat 0"]],
  ["spot/well", ["seat 0"]],
  ["spot/gift", ["middle", "seat 1"]],
  ["spot/catch", ["middle", "table 0"]],
])("with a TV a phone says that the middle card is there only where it leaves it out: %s", (name, places) => {
  roomy();
  const { table } = sitting(
    1,
    told({
      game: name,
      chairs: [chair({ seat: 0, member: 1 }), chair({ seat: 1, member: 2 })],
      persons: [person(1, "Ada"), { ...person(9, ""), tv: true }],
    }),
  );
  const lying = name === "spot/catch" ? [1] : [];
  drawn([0], table, name, spotView({ middle: 0, tops: [1, 2], table: lying }));
  const laid = [...document.querySelectorAll<HTMLElement>(".place")].map(({ dataset }) => dataset["place"]);
  expect(laid).toEqual(places);
  expect(screen.queryAllByText("The middle card is on the TV")).toHaveLength(laid.includes("middle") ? 0 : 1);
});

test("where there is a keyboard, its keys are seen before the first is pressed", () => {
  roomy();
  const media = Object.defineProperty(matchMedia("(hover: hover)"), "matches", { value: true });
  vi.spyOn(window, "matchMedia").mockReturnValue(media);
  drawn([0]);
  expect(document.querySelectorAll('[data-place="seat 0"] kbd')).toHaveLength(1);
});

test("digits name symbols on a French keyboard, and no answer leaves a ring", async () => {
  roomy();
  const send = vi.fn<GameProps<"spot">["send"]>(() => Promise.resolve({ type: "late", id: 1 }));
  drawn([0], seated(), "spot/tower", spotView({ middle: 0, tops: [2, 1] }), send);
  await fireEvent.keyDown(window, { key: "é", code: "Digit2" });
  expect(send.mock.calls.map(([, move]) => move)).toEqual([{ type: "call", symbol: 1, cards: [0, 2] }]);
  await vi.waitFor(() => expect(document.querySelectorAll(".symbol.sent")).toHaveLength(0));
});
