import { beforeEach, expect, test } from "vitest";
import { gameAt, keep, keepGame, kept, tables } from "./tokens";

beforeEach(() => localStorage.clear());

test("a table is remembered with its game, also after one comes back to it", () => {
  keep("KRTBD", false, "one");
  expect(gameAt("KRTBD")).toBe("");
  keepGame("KRTBD", "karta");
  keep("KRTBD", false, "two");
  expect(gameAt("KRTBD")).toBe("karta");
  expect(kept("KRTBD")).toBe("two");
  keepGame("OTHER", "catatac");
  expect(tables()).toEqual(["KRTBD"]);
});

test("a table whose game is under way is kept, however many tables came after it", () => {
  keep("KRTBD", false, "mine");
  keepGame("KRTBD", "karta", true);
  for (let at = 0; at < 40; at++) keep(`T${at}`, false, "t");
  expect(kept("KRTBD")).toBe("mine");
  expect(tables().at(-1)).toBe("KRTBD");
  keepGame("KRTBD", "karta", false);
  expect(kept("KRTBD")).toBe("");
});

test("what an older page kept, without games, still brings one back", () => {
  localStorage.setItem("cartable.tables", JSON.stringify([{ code: "KRTBD", tv: false, token: "t" }]));
  expect(kept("KRTBD")).toBe("t");
});
