import { afterEach, expect, test } from "vitest";
import { chosen, counted, keepPlayer, remembered, suited, type Posed, type Player } from "./player";

const NEW: Player = { rating: 1000, streak: 0, best: 0, seen: [] };

afterEach(() => localStorage.clear());

test("a solved puzzle raises the rating and the streak, a missed one ends the streak", () => {
  const better = counted(NEW, "c", 3, true);
  expect(better.rating).toBeGreaterThan(1000);
  expect([better.streak, better.best, better.seen]).toEqual([1, 1, ["c"]]);
  const worse = counted(better, "d", 1, false);
  expect(worse.rating).toBeLessThan(better.rating);
  expect([worse.streak, worse.best]).toEqual([0, 1]);
});

test("a harder puzzle counts for more", () => {
  expect(counted(NEW, "a", 5, true).rating).toBeGreaterThan(counted(NEW, "a", 1, true).rating);
  expect(counted(NEW, "a", 5, false).rating).toBeGreaterThan(counted(NEW, "a", 1, false).rating);
});

test("the level suits the rating", () => {
  expect(suited({ ...NEW, rating: 700 })).toBe(1);
  expect(suited({ ...NEW, rating: 1320 })).toBe(3);
  expect(suited({ ...NEW, rating: 2500 })).toBe(5);
});

test("what was not seen comes first, then what was seen longest ago; a level without puzzles has none", () => {
  const every: Posed[] = [
    ["two", 1, "a"],
    ["three", 1, "b"],
    ["four", 2, "c"],
  ];
  expect(chosen(every, 1, { ...NEW, seen: ["a"] }, () => 0)).toBe("b");
  expect(chosen(every, 1, { ...NEW, seen: ["c", "b", "a"] })).toBe("b");
  expect(chosen(every, 5, NEW)).toBeUndefined();
  // What was seen is known by its id: another that is removed changes nothing.
  expect(chosen(every.slice(1), 1, { ...NEW, seen: ["a"] })).toBe("b");
});

test("what someone's hand wrote there does no harm", () => {
  for (const text of ["null", "7", '{"rating":"x","seen":[1,"2",null]}', "{"]) {
    localStorage.setItem("cartable.puzzles", text);
    expect(remembered().rating).toBe(1000);
  }
  // Numbers of lines in a list that has changed since.
  localStorage.setItem("cartable.puzzles", '{"rating":1100,"streak":2,"best":4,"seen":[3,"a",7]}');
  expect(remembered()).toEqual({ rating: 1100, streak: 2, best: 4, seen: ["a"] });
  keepPlayer({ ...NEW, rating: 1234 });
  expect(remembered().rating).toBe(1234);
});
