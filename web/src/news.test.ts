import { beforeAll, expect, test } from "vitest";
import { news } from "./news";
import { chair, person, told } from "./sample";
import { load } from "./texts.svelte";

beforeAll(() => load("en"));

const ADA = person(1, "Ada");
const BRUNO = person(2, "Bruno");
const CLEO = person(3, "Cleo");
const SEATED = [chair({ seat: 0, name: "Ada", member: 1 }), chair({ seat: 1, name: "Bruno", member: 2 })];
const BEFORE = told({ persons: [ADA, BRUNO, CLEO], chairs: SEATED });

test("the others are told who has left, by the name at the table", () => {
  expect(news(BEFORE, told({ ...BEFORE, persons: [ADA, BRUNO] }), 1)).toEqual(["Cleo has left the table."]);
  expect(news(BEFORE, told({ ...BEFORE, persons: [ADA, BRUNO] }), 3)).toEqual([]);
  const nameless = { ...BEFORE, chairs: [chair({ seat: 0, member: 1 })], persons: [person(1, ""), CLEO] };
  expect(news(nameless, { ...nameless, persons: [CLEO] }, 3)).toEqual(["Guest 1 has left the table."]);
});

test("whoever removed somebody is told so", () => {
  const after = told({ ...BEFORE, persons: [ADA] });
  expect(news(BEFORE, after, 1, new Set([3]))).toEqual(["Bruno has left the table.", "Cleo was removed."]);
});

test("everyone is told who holds whose hand", () => {
  const bot = chair({ seat: 1, name: "medium", bot: "medium", dealt: "Bruno" });
  const after = told({ ...BEFORE, persons: [ADA, CLEO], chairs: [SEATED[0] ?? bot, bot] });
  expect(news(BEFORE, after, 1)).toEqual(["Bruno has left the table.", "A bot now plays for Bruno."]);
  const cleo = chair({ seat: 1, name: "Cleo", member: 3, dealt: "Bruno" });
  const given = { ...after, chairs: [SEATED[0] ?? bot, cleo] };
  expect(news(after, given, 1)).toEqual(["Cleo now plays for Bruno."]);
  expect(news(after, given, 3)).toEqual([]);
});

test("a hand that was a bot’s from the start has the bot’s name", () => {
  const before = told({ persons: [ADA, CLEO], chairs: [chair({ seat: 0, name: "easy", bot: "easy" })] });
  const after = { ...before, chairs: [chair({ seat: 0, name: "Cleo", member: 3, dealt: "easy" })] };
  expect(news(before, after, 1)).toEqual(["Cleo now plays for Pixel."]);
});

test("a seat that changes between games is no news, and neither is a new game", () => {
  const gathering = told({ ...BEFORE, phase: "gathering" });
  expect(news(gathering, { ...gathering, chairs: [] }, 1)).toEqual([]);
  const bots = [chair({ seat: 0, name: "easy", bot: "easy" })];
  expect(news(BEFORE, told({ ...BEFORE, chairs: bots, games: 2 }), 1)).toEqual([]);
});

test("everyone else is told once who has resigned, before the bot that plays on", () => {
  const resigned = SEATED.map((one) => ({ ...one, resigned: one.seat === 1 }));
  const after = told({ ...BEFORE, chairs: resigned });
  expect(news(BEFORE, after, 1)).toEqual(["Bruno has resigned."]);
  expect(news(BEFORE, after, 2)).toEqual([]);
  expect(news(after, after, 1)).toEqual([]);
  const bot = { ...after, chairs: resigned.map((one) => (one.resigned ? { ...one, bot: "medium" } : one)) };
  expect(news(BEFORE, bot, 1)).toEqual(["Bruno has resigned.", "A bot now plays for Bruno."]);
  expect(news(BEFORE, told({ ...after, phase: "over" }), 1)).toEqual([]);
});

test("everyone else is told who is back without a seat, and a host that they are it now", () => {
  const left = [chair({ seat: 0, name: "Ada" }), SEATED[1] ?? chair({})];
  const without = told({ ...BEFORE, persons: [BRUNO, CLEO], chairs: left, host: 2 });
  expect(news(BEFORE, without, 2)).toEqual(["Ada has left the table.", "You are the host now."]);
  expect(news(BEFORE, without, 3)).toEqual(["Ada has left the table."]);
  const back = { ...without, persons: [BRUNO, CLEO, person(4, "Ada")] };
  expect(news(without, back, 2)).toEqual(["Ada is back."]);
  expect(news(without, back, null)).toEqual(["Ada is back."]);
  expect(news(without, back, 4)).toEqual([]);
  expect(news(back, back, 2)).toEqual([]);
  const seated = [chair({ seat: 0, name: "Ada", member: 4 }), SEATED[1] ?? chair({})];
  expect(news(back, { ...back, chairs: seated }, 2)).toEqual(["Ada plays again."]);
});
