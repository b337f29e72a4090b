import { afterEach, expect, test } from "vitest";
import { chosen, counted, keepPlayer, remembered, suited, type Player } from "./player";

const NEW: Player = { rating: 1000, streak: 0, best: 0, seen: [] };

afterEach(() => localStorage.clear());

test("a solved puzzle raises the rating and the streak, a missed one ends the streak", () => {
  const better = counted(NEW, 3, 3, true);
  expect(better.rating).toBeGreaterThan(1000);
  expect([better.streak, better.best, better.seen]).toEqual([1, 1, [3]]);
  const worse = counted(better, 4, 1, false);
  expect(worse.rating).toBeLessThan(better.rating);
  expect([worse.streak, worse.best]).toEqual([0, 1]);
});

test("a harder puzzle counts for more", () => {
  expect(counted(NEW, 0, 5, true).rating).toBeGreaterThan(counted(NEW, 0, 1, true).rating);
  expect(counted(NEW, 0, 5, false).rating).toBeGreaterThan(counted(NEW, 0, 1, false).rating);
});

test("the level suits the rating", () => {
  expect(suited({ ...NEW, rating: 700 })).toBe(1);
  expect(suited({ ...NEW, rating: 1320 })).toBe(3);
  expect(suited({ ...NEW, rating: 2500 })).toBe(5);
});

test("what was not seen comes first, then what was seen longest ago; a level without puzzles has none", () => {
  const levels = [1, 1, 2];
  expect(chosen(levels, 1, { ...NEW, seen: [0] }, () => 0)).toBe(1);
  expect(chosen(levels, 1, { ...NEW, seen: [2, 1, 0] })).toBe(1);
  expect(chosen(levels, 5, NEW)).toBeUndefined();
});

test("what someone's hand wrote there does no harm", () => {
  for (const text of ["null", "7", '{"rating":"x","seen":[1,"2",null]}', "{"]) {
    localStorage.setItem("cartable.puzzles", text);
    expect(remembered().rating).toBe(1000);
  }
  keepPlayer({ ...NEW, rating: 1234 });
  expect(remembered().rating).toBe(1234);
});
