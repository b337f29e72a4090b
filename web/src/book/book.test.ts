import { afterEach, expect, test } from "vitest";
import {
  bestRuns,
  chapters,
  chased,
  entries,
  erase,
  exported,
  games,
  imported,
  note,
  strike,
  type Entry,
  type Solo,
} from "./book";
import { entry as game } from "./sample";

/** A run alone; what is not said of it is a Tower of a small deck. */
function ran(record: string, ms: number, change: Partial<Solo> = {}, at = Number(record)): Entry {
  const run = { symbols: 3, cards: 6, ms, day: false, behind: null, ...change };
  return game(record, { at, bots: [], run });
}

afterEach(() => localStorage.clear());

test("a game is written down once, however often its result is seen", () => {
  note(game("1"));
  note(game("1"));
  note(game("2"));
  expect(entries().map(({ record }) => record)).toEqual(["1", "2"]);
});

test("one game can be taken out, and the others stay", () => {
  const [one, other] = [game("1"), game("2")];
  note(one);
  note(other);
  strike(one);
  expect(entries()).toEqual([other]);
  strike(one);
  expect(entries()).toEqual([other]);
});

test("a game of several people at one screen is one game, as it went for whoever did best", () => {
  [3, 1, 2].forEach((place, seat) => note(game("1", { seat, place })));
  note(game("2", { place: 2 }));
  expect(games().map(({ record, seat, place }) => [record, seat, place])).toEqual([
    ["1", 1, 1],
    ["2", 0, 2],
  ]);
  strike(game("1"));
  expect(entries().map(({ record }) => record)).toEqual(["2"]);
});

test("a book goes into a file and comes back on another device, and nothing is doubled", () => {
  note(game("1"));
  note(game("2"));
  const file = exported();
  erase();
  expect(entries()).toEqual([]);
  expect(imported(file)).toBe(2);
  expect(imported(file)).toBe(0);
  expect(entries()).toHaveLength(2);
});

test("a game that two played at this screen comes back as one", () => {
  note(game("1", { seat: 0 }));
  note(game("1", { seat: 1, place: 2 }));
  const file = exported();
  erase();
  expect(imported(file)).toBe(1);
  expect(entries()).toHaveLength(2);
});

test("a file that is no book changes nothing", () => {
  note(game("1"));
  const wrong = ["", "{", "[]", "null", '{"cartable":1}', '{"cartable":"book","form":2,"games":[]}'];
  for (const text of wrong) expect(imported(text)).toBeNull();
  const spoilt = JSON.stringify({
    cartable: "book",
    form: 1,
    games: [
      null,
      7,
      { ...game("3"), people: [1] },
      { ...game("4"), record: "../x" },
      { ...game("5"), at: "x" },
      { ...game("6"), beaten: "hard" },
      { ...ran("7", 1), run: 7 },
      { ...ran("8", 1), run: { ms: 1 } },
    ],
  });
  expect(imported(spoilt)).toBe(0);
  expect(entries()).toHaveLength(1);
});

test("each box has its wins, its longest streak, the levels beaten and the best reaction", () => {
  const played = [
    game("1", { beaten: ["hard"] }),
    game("2", { best: 450, bots: ["easy", "medium"], beaten: ["easy"] }),
    game("3", { place: 2 }),
    game("4", { tied: true }),
    game("5", { game: "karta", best: null, typical: null, bots: [], people: ["Bo"] }),
    game("6", { game: "spot/tower", bots: [], people: [] }),
  ];
  expect(chapters(played)).toEqual([
    { box: "karta", games: 1, won: 1, streak: 1, beaten: [], best: null },
    { box: "spot", games: 5, won: 2, streak: 2, beaten: ["easy", "hard"], best: 450 },
  ]);
});

test("a thousand games fit, and the oldest go first", () => {
  for (let i = 0; i < 3; i++)
    expect(
      imported(
        JSON.stringify({
          cartable: "book",
          form: 1,
          games: Array.from({ length: 600 }, (_, n) => game(String(600 * i + n))),
        }),
      ),
    ).not.toBeNull();
  expect(entries()).toHaveLength(1000);
  expect(entries()[0]?.record).toBe("800");
});

test("the best run of each deck is shown, and the days' and the ghosts' apart from it", () => {
  const played = [
    game("1"),
    ran("2", 9000),
    ran("3", 7000),
    ran("4", 7000),
    ran("5", 50_000, { symbols: 8, cards: 54 }),
    ran("6", 45_000, { symbols: 8, cards: 54, day: true }),
    ran("7", 4000, { behind: -3000 }),
    ran("8", 8000, { behind: 1000 }),
    ran("9", 6999, { behind: -1 }),
  ];
  expect(bestRuns(played).map(({ runs, best }) => [runs, best.record, best.run.ms])).toEqual([
    [1, "6", 45_000],
    [3, "3", 7000],
    [1, "5", 50_000],
  ]);
  expect(chased(played)).toEqual({ ghosts: 3, beaten: 2, lead: 3000 });
  expect(chased([])).toEqual({ ghosts: 0, beaten: 0, lead: 0 });
});

test("a run goes into a file and comes back", () => {
  note(ran("1", 7000, { behind: -5 }));
  const [before] = entries();
  const file = exported();
  erase();
  expect(imported(file)).toBe(1);
  expect(entries()).toEqual([before]);
});

test("a file of before there were runs still counts, and takes nothing away", () => {
  note(ran("1", 7000));
  const older = (record: string, change: Partial<Entry> = {}): object => {
    const { beaten, run, ...rest } = game(record, change);
    expect([beaten, run]).toEqual([[], null]);
    return rest;
  };
  const games = [older("1"), older("2"), older("3", { place: 2 })];
  expect(imported(JSON.stringify({ cartable: "book", form: 1, games }))).toBe(2);
  expect(entries().map(({ run }) => run?.ms ?? null)).toEqual([7000, null, null]);
  expect(chapters(entries())[0]?.beaten).toEqual(["hard"]);
});

test("times that come later complete a game, which stays when it was", () => {
  note(game("1", { bots: [] }));
  note(ran("1", 7000, {}, 5));
  expect(entries()).toEqual([ran("1", 7000)]);
});

test("the best run and the first win over a level outlast a thousand games", () => {
  note(ran("1", 7000));
  note(game("2", { beaten: ["expert"] }));
  const games = Array.from({ length: 1200 }, (_, n) => game(String(n + 3)));
  expect(imported(JSON.stringify({ cartable: "book", form: 1, games }))).toBe(998);
  expect(entries()).toHaveLength(1000);
  expect(entries().map(({ record }) => record)).toEqual(expect.arrayContaining(["1", "2", "1202"]));
});
