import { afterEach, expect, test } from "vitest";
import { sitting } from "./fakes";
import { parse } from "./json";
import type { Table as Told } from "./messages";
import { told } from "./sample";
import { bytes, sha256 } from "./sha256";
import { added, check, promiseOf, silent, witness, type Proof } from "./shuffle";

afterEach(() => localStorage.clear());

const SECRET = "5e".repeat(32);
const PROMISE = sha256(bytes(SECRET));

function at(change: Partial<Told>): Told {
  return told({ phase: "gathering", games: 0, next: PROMISE, ...change });
}

/** Plays a game as a page sees it; returns what is published at its end. */
function played(shares: Proof["shares"]): Proof {
  const text = [SECRET, ...shares.map(({ number }) => number ?? "")].join("\n");
  const seed = sha256(new TextEncoder().encode(text));
  const over = { phase: "over", games: 1, commitment: PROMISE, record: "r1", next: "0".repeat(64) } as const;
  witness(at({ ...over, phase: "playing", record: "" }));
  witness(at(over));
  return { commitment: PROMISE, seed, secret: SECRET, shares };
}

test("a page that added its number finds the shuffle as it was promised", () => {
  witness(at({}));
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

test("a promise that changes after it was answered is a broken one", () => {
  const number = added(at({ adding: [1] }));
  witness(at({ next: "f".repeat(64) }));
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
