import { beforeAll, expect, test, vi } from "vitest";
import { note } from "../book/book";
import { entry } from "../book/sample";
import { nameOf } from "../names";
import { deckOf, spotView } from "../sample";
import { load } from "../texts.svelte";
import { ownSeat } from "./own";
import { frame, replay } from "./sample";
import { inARow, Story } from "./Story.svelte";
import { Tape } from "./Tape.svelte";
import { marks, sentences, teller, type Teller } from "./told";

beforeAll(() => load("en"));

const FRAMES = [frame(0), frame(1000, [{ type: "took", seat: 0 }]), frame(90_000), frame(90_500)];

test("the next step is told as it happened, any other as it was", () => {
  const tape = new Tape(replay(FRAMES));
  const heard: number[] = [];
  tape.watch((next) => {
    heard.push(next.sights[0]?.events.length ?? -1);
    return undefined;
  });
  tape.show(1);
  expect(tape.game.sights[0]?.events).toEqual([{ type: "took", seat: 0 }]);
  tape.show(3);
  tape.show(1);
  expect(tape.game.sights[0]?.events).toEqual([]);
  expect(heard).toEqual([1, 0, 0]);
  tape.show(99);
  expect(tape.index).toBe(3);
});

test("a drawing that is taken away while a step is shown does not go on with it", () => {
  const tape = new Tape(replay(FRAMES));
  const finished: string[] = [];
  tape.watch(() => () => finished.push("stays"));
  const leave = tape.watch(() => () => finished.push("leaves"));
  tape.show(1);
  tape.watch(() => {
    leave();
    return undefined;
  });
  tape.show(2);
  expect(finished).toEqual(["stays", "leaves", "stays"]);
});

test("whoever gave no name is told in their own game that it is them", () => {
  localStorage.clear();
  note(entry("1", { seat: 1 }));
  const named = (record: string): string[] =>
    new Tape(replay(FRAMES, { names: ["", ""], bots: ["", ""] }), ownSeat(record)).chairs.map(nameOf);
  expect(named("1")).toEqual(["Guest 1", "Guest 2 (you)"]);
  expect(named("2")).toEqual(["Guest 1", "Guest 2"]);
  note(entry("1", { seat: 0 }));
  expect(named("1")).toEqual(["Guest 1", "Guest 2"]);
});

test("nothing tells how the game ends before it has ended", () => {
  const tape = new Tape(replay(FRAMES));
  for (let i = 0; i < 3; i++) {
    tape.show(i);
    expect(tape.game.result).toBeNull();
    expect(tape.told.phase).toBe("playing");
    expect(tape.chairs.every((chair) => chair.score === 0)).toBe(true);
    expect(tape.chairs.map((chair) => chair.face)).toEqual([7, 0]);
  }
  tape.show(3);
  expect(tape.game.result?.ranking).toEqual([[0], [1]]);
  expect(tape.told.phase).toBe("over");
});

test("a tape runs by itself at its speed, waits for nobody who thinks for long, and rests at the end", () => {
  vi.useFakeTimers();
  const tape = new Tape(replay(FRAMES));
  tape.run();
  vi.advanceTimersByTime(999);
  expect(tape.index).toBe(0);
  vi.advanceTimersByTime(1);
  expect(tape.index).toBe(1);
  vi.advanceTimersByTime(2500);
  expect(tape.index).toBe(2);
  tape.speed = 2;
  vi.advanceTimersByTime(500);
  expect(tape.index).toBe(3);
  expect(tape.running).toBe(false);
  tape.run();
  expect(tape.index).toBe(0);
  tape.rest();
  vi.advanceTimersByTime(10_000);
  expect(tape.index).toBe(0);
  vi.useRealTimers();
});

test("a seat's eyes see what that seat saw", () => {
  const seats = [
    { view: "first", events: [] },
    { view: "second", events: [] },
  ];
  const tape = new Tape(replay([frame(0, [], { seats })]));
  expect(tape.sight(null)?.view).toEqual({ at: 0 });
  tape.look(1);
  expect(tape.seats).toEqual([1]);
  expect(tape.sight(1)?.view).toBe("second");
});

test("a wrong call is told with the symbol that was right, where there is one", async () => {
  const tell = await teller("spot/triplet");
  const deck = deckOf(["apple", "boat", "crab"], [[0, 1], [0, 2], [2]]);
  const said = (symbol: number, cards: number[]): string =>
    tell(
      { type: "wrong", seat: 0, symbol, cards, until: 0 },
      { names: ["Ada"], deck, before: frame(0) },
      frame(1),
    );
  expect(said(1, [0, 1])).toBe("Ada calls boat: wrong. It was apple.");
  expect(said(0, [0, 1, 2])).toBe("Ada calls apple: wrong.");
});

test("a call that would have been right for another is told with whom it was for", async () => {
  const tell = await teller("spot/gift");
  const deck = deckOf(["apple", "boat", "crab"], [[0, 1], [0, 2], [1]]);
  const before = frame(0, [], { view: spotView({ middle: 0, tops: [9, 1, 2] }) });
  const wrong = { type: "wrong" as const, seat: 0, symbol: 1, cards: [0, 1], until: 0 };
  const names = ["Bolt", "Guest 1", "Ada"];
  expect(tell(wrong, { names, deck, before }, frame(1))).toBe(
    "Bolt calls boat for Guest 1: wrong. It was apple.",
  );
});

test("a step may be jumped to for what happened in it; who was alone is no contest", () => {
  const score = { elapsed: 1, implied: 0, credit: 0, spike: 0, score: 1, moment: 1, flagged: false };
  const alone = { winner: 0, tied: [], scores: [{ seat: 0, ...score }] };
  const contest = { ...alone, scores: [...alone.scores, { seat: 1, ...score }] };
  expect(marks(frame(0))).toEqual([]);
  expect(marks(frame(0, [{ type: "wrong" }, { type: "wrong" }]))).toEqual(["wrong"]);
  expect(marks(frame(0, [{ type: "took" }], { verdict: alone }))).toEqual(["taken"]);
  expect(marks(frame(0, [{ type: "took" }], { verdict: contest }))).toEqual(["taken", "verdict"]);
});

test("an entry of the table's own is told like a move", () => {
  const tell: Teller = () => "";
  const telling = { names: ["Ada", "Bruno"], deck: null, before: frame(0) };
  const said = (entry: object): string[] => sentences(frame(0, [], { entry }), telling, tell);
  expect(said({ type: "resigned", seat: 1, at: 0 })).toHaveLength(1);
  expect(said({ type: "abandoned", at: 0 })).toHaveLength(1);
});

test("every step is told, so that the list of moves has every number", () => {
  const tell: Teller = () => "";
  const telling = { names: ["Ada", "Bruno"], deck: null, before: frame(0) };
  const said = (events: object[], entry: object = { type: "played", at: 0, move: {} }): string[] =>
    sentences(frame(0, events, { entry }), telling, tell);
  const played = { type: "played", seat: 0, at: 0, move: {} };
  expect([
    said([{ type: "flipped" }]),
    said([{ type: "thawed", seat: 1 }]),
    said([{ type: "claimed", seat: 1 }]),
    said([{ type: "lapsed", seat: 1 }]),
    said([
      { type: "declined", seat: 0 },
      { type: "opened", seat: 1 },
    ]),
    said([{ type: "came", seat: 1, breath: true }]),
    said([], played),
    said([]),
  ]).toEqual([
    ["The cards are flipped."],
    ["Bruno can call again."],
    ["Bruno names the symbol"],
    ["Bruno named nothing"],
    ["Ada passes"],
    ["It’s Bruno’s turn."],
    ["Ada plays."],
    ["The game goes on."],
  ]);
});

test("the printed name of a card is quoted", async () => {
  const before = frame(0, [], { view: { index: 0, game: { phase: "play" } } });
  const said = await teller("catatac");
  const laid = (printed: { name?: string }): string => {
    const face = { card: 0, code: "", number: 4, ...printed };
    return said(
      { type: "laid", seat: 0, face, pair: false },
      { names: ["Ada"], deck: null, before },
      frame(1),
    );
  };
  expect(laid({ name: "PASS" })).toBe("Ada plays 4 “PASS”");
  expect(laid({})).toBe("Ada plays 4");
});

test("a run's replay gives each card the time that its splits give it (SPOT-15)", async () => {
  const score = {
    seat: 0,
    elapsed: 1,
    implied: 0,
    credit: 0,
    spike: 0,
    score: 890,
    moment: 1,
    flagged: false,
  };
  const verdict = { winner: 0, tied: [], scores: [score] };
  const took = frame(2, [{ type: "took", seat: 0, symbol: null }], { verdict });
  const frames = [frame(0), frame(1, [{ type: "flipped" }]), took, took];
  const run = { splits: [910, 1250], wrong: [0, 0], verified: true };
  const told = async (changes: object): Promise<string[]> => {
    const tape = new Tape(replay(frames, { result: null, ...changes }));
    const story = new Story(tape, null);
    tape.show(3);
    await vi.waitUntil(() => story.told.length > 1);
    return story.told.flatMap(({ lines }) => lines.join(" ").match(/[\d.]*\d/) ?? []);
  };
  expect(await told({ run })).toEqual(["0.91", "1.25"]);
  expect(await told({ run: null })).toEqual(["0.89", "0.89"]);
});

test("sentences of one step are told apart, whether they end with a full stop or not", () => {
  expect(inARow(["Bolt steals the yarn", "Bolt wins"])).toBe("Bolt steals the yarn. Bolt wins");
  expect(inARow(["You lay a card.", "You win."])).toBe("You lay a card. You win.");
  expect(inARow([])).toBe("");
});
