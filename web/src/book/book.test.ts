import { afterEach, expect, test } from "vitest";
import { chapters, entries, erase, exported, imported, note, type Entry } from "./book";

function game(record: string, change: Partial<Entry> = {}): Entry {
  return {
    record,
    game: "spot/tower",
    at: Number(record),
    seat: 0,
    place: 1,
    tied: false,
    people: [],
    bots: ["hard"],
    score: 20,
    best: 600,
    typical: 900,
    ...change,
  };
}

afterEach(() => localStorage.clear());

test("a game is written down once, however often its result is seen", () => {
  note(game("1"));
  note(game("1"));
  note(game("2"));
  expect(entries().map(({ record }) => record)).toEqual(["1", "2"]);
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
    ],
  });
  expect(imported(spoilt)).toBe(0);
  expect(entries()).toHaveLength(1);
});

test("each box has its wins, its longest run, the levels beaten and the best time", () => {
  const played = [
    game("1"),
    game("2", { best: 450, bots: ["easy"] }),
    game("3", { place: 2 }),
    game("4", { tied: true }),
    game("5", { game: "karta", best: null, typical: null, bots: [], people: ["Bo"] }),
    game("6", { game: "spot/tower", bots: [], people: [] }),
  ];
  expect(chapters(played)).toEqual([
    { box: "karta", games: 1, won: 1, run: 1, beaten: [], best: null },
    { box: "spot", games: 5, won: 2, run: 2, beaten: ["easy", "hard"], best: 450 },
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
