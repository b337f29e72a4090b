import { afterEach, expect, test } from "vitest";
import { sitting } from "./fakes";
import { parse } from "./json";
import type * as messages from "./messages";
import { chair, told } from "./sample";
import { bytes, sha256 } from "./sha256";
import { added, check, missed, promiseOf, silent, witness, type Proof } from "./shuffle";

afterEach(() => localStorage.clear());

const SECRET = "5e".repeat(32);
const PROMISE = sha256(bytes(SECRET));

function at(change: Partial<messages.Table>): messages.Table {
  return told({ phase: "gathering", games: 0, next: PROMISE, ...change });
}

/** Plays a game as the page of the first member sees it; returns what is published at its end. */
function played(shares: Proof["shares"]): Proof {
  const text = [SECRET, ...shares.map(({ number }) => number ?? "")].join("\n");
  const seed = sha256(new TextEncoder().encode(text));
  const over = { phase: "over", games: 1, commitment: PROMISE, record: "r1", next: "0".repeat(64) } as const;
  witness(at({ ...over, phase: "playing", record: "" }), 1);
  witness(at(over), 1);
  return { commitment: PROMISE, seed, secret: SECRET, shares };
}

test("a page that added its number finds the shuffle as it was promised", () => {
  witness(at({}), 1);
  const number = added(at({ adding: [1] }));
  expect(number).toMatch(/^[0-9a-f]{32}$/);
  // However often it is asked, after a reload too: another number would let a server choose.
  expect(added(at({ adding: [1] }))).toBe(number);
  const proof = played([{ seats: [0], number }, { seats: [1, 2] }]);
  expect(check(proof, promiseOf("r1"))).toBe("kept");
  expect(silent(proof.shares)).toEqual([1, 2]);
});

test("what does not fit the promise, the numbers or the seed is found out", () => {
  const number = added(at({ adding: [1] }));
  const proof = played([{ seats: [0], number }]);
  const given = promiseOf("r1");
  expect(check({ ...proof, seed: "0".repeat(64) }, given)).toBe("broken");
  expect(check({ ...proof, secret: "00".repeat(32) }, given)).toBe("broken");
  const other = "00".repeat(32);
  const seed = sha256(new TextEncoder().encode([other, number].join("\n")));
  // A whole shuffle of its own, right in itself, but not the one that was promised.
  expect(check({ commitment: sha256(bytes(other)), secret: other, seed, shares: proof.shares }, given)).toBe(
    "broken",
  );
  expect(
    check({ commitment: sha256(bytes(other)), secret: other, seed, shares: proof.shares }, undefined),
  ).toBe("unseen");
});

test("a number that was left out is missed", () => {
  added(at({ adding: [1] }));
  expect(check(played([{ seats: [0] }]), promiseOf("r1"))).toBe("omitted");
});

test("a page that played and was never asked misses its number", () => {
  const chairs = [chair({ seat: 0, member: 1 }), chair({ seat: 1, member: 2 })];
  witness(at({ chairs }), 1);
  expect(check(played([]), promiseOf("r1"))).toBe("unasked");
  expect(check(played([{ seats: [0] }, { seats: [1] }]), promiseOf("r1"))).toBe("unasked");
  expect(check(played([{ seats: [1], number: "ab".repeat(16) }]), promiseOf("r1"))).toBe("unasked");
});

test("the host's page misses its number where only bots play", () => {
  witness(at({ host: 1, chairs: [chair({ bot: "easy", member: 2 })] }), 1);
  expect(check(played([]), promiseOf("r1"))).toBe("unasked");
});

test("who watches adds nothing, and sees whether anybody did", () => {
  witness(at({ chairs: [chair({ member: 2 })] }), 1);
  expect(check(played([{ seats: [0], number: "ab".repeat(16) }]), promiseOf("r1"))).toBe("kept");
  expect(check(played([{ seats: [0] }]), promiseOf("r1"))).toBe("alone");
  expect(check(played([]), promiseOf("r1"))).toBe("alone");
});

test("to the deck of a day nobody adds anything", () => {
  const day = { date: "2026-11-16", ends: 0, counted: true };
  witness(at({ day, chairs: [chair({ member: 1 })] }), 1);
  expect(check(played([]), promiseOf("r1"))).toBe("kept");
});

test("a page that came after the deal was promised nothing before it", () => {
  const proof = played([{ seats: [0], number: "ab".repeat(16) }]);
  expect(check(proof, promiseOf("r1"))).toBe("unseen");
  expect(check({ ...proof, commitment: "f".repeat(64) }, promiseOf("r1"))).toBe("broken");
});

test("whose number is missing is told as the game begins, even of a seat that is not listed", () => {
  const chairs = [0, 1, 2].map((seat) => chair({ seat, member: seat + 1 }));
  const bot = chair({ seat: 3, bot: "easy" });
  const shares = [{ seats: [0], number: "ab".repeat(16) }, { seats: [1] }];
  expect(missed(at({ chairs: [...chairs, bot], shares }))).toEqual([1, 2]);
  expect(missed(at({ chairs, day: { date: "2026-11-16", ends: 0, counted: true } }))).toEqual([]);
});

test("a promise that changes after it was answered is a broken one", () => {
  const number = added(at({ adding: [1] }));
  witness(at({ next: "f".repeat(64) }), 1);
  const proof = played([{ seats: [0], number }]);
  expect(check(proof, promiseOf("r1"))).toBe("kept");
  expect(check({ ...proof, commitment: "f".repeat(64) }, promiseOf("r1"))).toBe("broken");
});

test("a game of an earlier server has a seed that nobody else was asked about", () => {
  const seed = "07".repeat(32);
  const proof = { commitment: sha256(bytes(seed)), seed, secret: "", shares: [] };
  expect(check(proof, undefined)).toBe("alone");
  expect(check({ ...proof, commitment: PROMISE }, undefined)).toBe("broken");
});

test("what somebody's own hand wrote into the memory breaks nothing", () => {
  localStorage.setItem("cartable.shuffles", '[null, 7, {"table": "KRTBD", "game": 1}, {"record": "r1"}]');
  expect(promiseOf("r1")).toBeUndefined();
  expect(added(at({ adding: [1] }))).toHaveLength(32);
});

test("a page answers when its person is asked, and only then", () => {
  const { table, line } = sitting(1, at({ adding: [2] }));
  const adds = (): string[] => line.sent.filter((text) => parse<{ type: string }>(text).type === "add");
  expect(adds()).toEqual([]);
  line.says(at({ adding: [1, 2] }));
  const [sent = ""] = adds();
  expect(parse(sent)).toMatchObject({ type: "add", commitment: PROMISE, number: added(at({})) });
  expect(parse(line.sent[0] ?? "")).toMatchObject({ type: "hello", adds: true });
  table.close();
});
