import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Line } from "./fakes";
import { parse } from "./json";
import { chair, told } from "./sample";
import { settings } from "./settings.svelte";
import { Table } from "./Table.svelte";
import { load, say } from "./texts.svelte";
import { keep, kept } from "./tokens";

let table: Table;

beforeAll(() => load("en"));
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  localStorage.clear();
});
afterEach(() => {
  table.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function come(): Line {
  table = new Table("KRTBD");
  return welcome();
}
function welcome(): Line {
  const line = Line.last;
  line.opens();
  line.says({ type: "welcome", version: 2, id: 0, code: "KRTBD", member: 1, token: "t" });
  return line;
}

/** Returns the number that the page gave in its greeting. */
function page(line: Line): number {
  return parse<{ page: number }>(line.sent[0] ?? "").page;
}

test("the address of the socket has the table's code, for a proxy that chooses by it", () => {
  expect(come().url?.href).toMatch(/^ws:.*\/ws\?table=KRTBD$/);
});

test("a line on which nothing comes any more is lost after three seconds, the next is dialled at once, and a press is sent again", async () => {
  const stalled = come();
  await vi.advanceTimersByTimeAsync(2000);
  stalled.says({ type: "alive" });
  const pressed = table.play(0, { type: "call" });
  await vi.advanceTimersByTimeAsync(2900);
  expect(table.presence).toBe("here");
  await vi.advanceTimersByTimeAsync(101);
  expect(table.presence).toBe("lost");
  expect(stalled.readyState).toBe(3);

  const line = Line.last;
  expect(line).not.toBe(stalled);
  welcome();
  expect(table.presence).toBe("here");
  expect(line.sent[1]).toBe(stalled.sent[1]);
  expect(page(line)).toBe(page(stalled));
  line.says({ type: "done", id: 1 });
  expect(await pressed).toMatchObject({ type: "done" });
  // What the old line still had to say is too old.
  stalled.says({ type: "closing", key: "closing.elsewhere", text: "", again: false });
  stalled.onclose?.();
  expect(table.presence).toBe("here");
});

test("any word is a sign of life", async () => {
  const line = come();
  for (let second = 0; second < 20; second++) {
    await vi.advanceTimersByTimeAsync(2000);
    line.says(second % 2 ? { type: "alive" } : { type: "ping", nonce: "9f2c51d0" });
  }
  expect(table.presence).toBe("here");
  expect(Line.last).toBe(line);
});

test("who does not look at the page is told of no silence, and who comes back gets time to hear", async () => {
  const line = come();
  const seen = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(table.presence).toBe("here");
  seen.mockReturnValue("visible");
  await vi.advanceTimersByTimeAsync(2500);
  expect(table.presence).toBe("here");
  expect(Line.last).toBe(line);
  await vi.advanceTimersByTimeAsync(900);
  expect(table.presence).toBe("lost");
});

test("a page that stood still itself blames nobody", async () => {
  come();
  vi.setSystemTime(Date.now() + 60_000);
  const before = performance.now();
  const now = vi.spyOn(performance, "now").mockImplementation(() => before + 60_000);
  await vi.advanceTimersByTimeAsync(600);
  expect(table.presence).toBe("here");
  now.mockRestore();
});

test("a line that does not open is dialled again soon, and then with more patience", async () => {
  come().onclose?.();
  await vi.advanceTimersByTimeAsync(200);
  for (const patience of [3000, 5000, 10_000, 10_000]) {
    const line = Line.last;
    await vi.advanceTimersByTimeAsync(patience - 500);
    expect(Line.last).toBe(line);
    await vi.advanceTimersByTimeAsync(750);
    expect(Line.last).not.toBe(line);
    expect(line.readyState).toBe(3);
  }
});

test.each(["closing.storage", "closing.error", "closing.stop"])(
  "why the server hung up (%s) is said until the table is back, also to someone who never came in",
  async (key) => {
    const closing = { type: "closing", key, text: "This is why.", again: true };
    table = new Table("KRTBD");
    Line.last.opens();
    Line.last.says(closing);
    Line.last.onclose?.();
    expect([table.presence, table.loss]).toEqual(["lost", "This is why. Reconnecting…"]);
    await vi.advanceTimersByTimeAsync(200);
    Line.last.onclose?.();
    expect(table.loss).toBe("This is why. Reconnecting…");
    const back = await away(1000);
    back.onclose?.();
    expect(table.loss).toBe(say("lost.watching"));
    (await away(1000)).says(closing);
    Line.last.onclose?.();
    expect([table.presence, table.loss]).toEqual(["lost", "This is why. Reconnecting…"]);
  },
);

test("a table that moves to another server says nothing more than that the line is lost", () => {
  const line = come();
  line.says({ type: "closing", key: "closing.moved", text: "One moment.", again: true });
  line.onclose?.();
  expect(table.loss).toBe(say("lost.watching"));
});

test.each([
  ["http://192.168.1.20:8000/t/KRTBD", "unreached.home"],
  ["https://play.example.org/t/KRTBD", "unreached"],
] as const)("whoever never reached a server is told what to check: %s", async (address, key) => {
  vi.stubGlobal("location", new URL(address));
  table = new Table("KRTBD");
  await vi.advanceTimersByTimeAsync(3300);
  expect([table.presence, table.loss]).toEqual(["lost", say(key)]);
  expect(table.loss.includes("Wi-Fi")).toBe(key === "unreached.home");
  welcome().onclose?.();
  expect(table.loss).toBe(say("lost.watching"));
});

test("only whoever has a seat reads that it is kept: a television has none", () => {
  const line = come();
  line.says(told({ chairs: [chair({ seat: 0, member: 1 })] }));
  line.onclose?.();
  expect(table.loss).toBe("Connection lost. Your seat is kept. Reconnecting…");
  const other = come();
  other.says(told({ chairs: [chair({ seat: 0, member: 7 })] }));
  other.onclose?.();
  expect(table.loss).toBe("Connection lost. Reconnecting…");
});

test("a line that is open has ten seconds to its first word, since a table may have to be found", async () => {
  table = new Table("KRTBD");
  const first = Line.last;
  await vi.advanceTimersByTimeAsync(2500);
  first.opens();
  await vi.advanceTimersByTimeAsync(9500);
  expect(Line.last).toBe(first);
  await vi.advanceTimersByTimeAsync(1000);
  expect(Line.last).not.toBe(first);
  expect(first.readyState).toBe(3);
});

test("a line that is dialled twice at once greets the table once", () => {
  come().onclose?.();
  dispatchEvent(new Event("online"));
  const first = Line.last;
  document.dispatchEvent(new Event("visibilitychange"));
  const second = welcome();
  expect(second).not.toBe(first);
  expect(first.readyState).toBe(3);
  first.onopen?.();
  first.onclose?.();
  expect(second.sent).toHaveLength(1);
  expect(table.presence).toBe("here");
});

/** Loses the line, and comes back after a while. */
async function away(millis: number): Promise<Line> {
  Line.last.onclose?.();
  await vi.advanceTimersByTimeAsync(millis);
  return welcome();
}

test("what was answered is not sent again, nor what nobody waits for", async () => {
  const line = come();
  const sat = table.ask({ type: "sit", seat: 0 });
  line.says({ type: "done", id: 1 });
  expect(await sat).toMatchObject({ type: "done" });
  const wow = table.ask({ type: "react", reaction: "wow" });
  const back = await away(1000);
  expect(await wow).toMatchObject({ key: "away" });
  expect(back.sent).toHaveLength(1);
  const late = table.ask({ type: "start" });
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
  const again = await away(1000);
  expect(await late).toMatchObject({ key: "away" });
  expect(again.sent).toHaveLength(1);
  expect(table.notice?.text).toBe("The connection was lost for too long. Please press again.");
});

test("what is pressed while the line is lost is asked once, when the table is back", async () => {
  come().onclose?.();
  expect(table.presence).toBe("lost");
  const pressed = [table.ask({ type: "start" }), table.ask({ type: "start" })];
  await vi.advanceTimersByTimeAsync(1000);
  const line = Line.last;
  line.opens();
  // Not before the table knows who asks.
  const again = table.ask({ type: "start" });
  expect(line.sent).toHaveLength(1);
  welcome();
  expect(line.sent.slice(2).map((text) => parse<object>(text))).toEqual([{ type: "start", id: 1 }]);
  line.says({ type: "done", id: 1 });
  for (const answer of [...pressed, again]) expect(await answer).toMatchObject({ type: "done" });
});

test("a start that is pressed twice is asked once until it is answered", async () => {
  const line = come();
  const pressed = [table.ask({ type: "start" }), table.ask({ type: "start" })];
  expect(line.sent.slice(1)).toHaveLength(1);
  line.says({ type: "done", id: 1 });
  for (const answer of pressed) expect(await answer).toMatchObject({ type: "done" });
  void table.ask({ type: "start" });
  expect(line.sent.slice(1)).toHaveLength(2);
});

test("a move sent again says what it answered, and pages draw numbers of their own", async () => {
  const line = come();
  const game = { type: "game", number: 1, moves: 7, now: 0, reveal: null, sights: [], until: null };
  line.says({ ...game, takeback: null, verdicts: [], result: null });
  void table.play(0, { type: "end" });
  const back = await away(1000);
  expect(JSON.parse(line.sent[1] ?? "")).not.toHaveProperty("moves");
  expect(JSON.parse(back.sent[1] ?? "")).toMatchObject({ type: "play", id: 1, moves: 7 });
  expect(page(back)).toBe(page(line));
  table.close();
  expect(page(come())).not.toBe(page(line));
});

test("whoever leaves while the line is lost goes at once", async () => {
  come().onclose?.();
  await table.leave();
  expect(Line.last.sent.some((text) => text.includes("leave"))).toBe(false);
});

test("whoever leaves waits for no answer", async () => {
  come();
  const asked = table.ask({ type: "start" });
  table.close();
  expect(await asked).toMatchObject({ key: "away" });
});

test("what was said last is told by the seat it came from, or by its person's, and soon forgotten", async () => {
  const line = come();
  line.says(told({ chairs: [chair({ seat: 0, member: 1 }), chair({ seat: 1, member: 2 })] }));
  line.says({ type: "reacted", member: 1, seat: 0, reaction: "oops" });
  line.says({ type: "reacted", member: 1, seat: 0, reaction: "wow" });
  expect([0, 1].map((seat) => table.saidBy(seat))).toEqual(["wow", null]);
  line.says({ type: "reacted", member: 2, seat: null, reaction: "oops" });
  expect(table.saidBy(1)).toBe("oops");
  await vi.advanceTimersByTimeAsync(2600);
  expect([0, 1].map((seat) => table.saidBy(seat))).toEqual([null, null]);
});

test("whoever hides reactions still sees the sign of a cooperation (CTC-25)", () => {
  const line = come();
  line.says(told({ chairs: [chair({ seat: 0, member: 1 }), chair({ seat: 1, member: 2 })] }));
  settings.chosen.reactions = false;
  line.says({ type: "reacted", member: 2, seat: 1, reaction: "oops" });
  expect(table.saidBy(1)).toBeNull();
  line.says({ type: "reacted", member: 2, seat: 1, reaction: "cooperate" });
  expect(table.saidBy(1)).toBe("cooperate");
  settings.chosen.reactions = true;
});

test("a drawing that goes away with a message is not asked to show what happened in it", () => {
  const line = come();
  const shown: string[] = [];
  let stop = (): void => {};
  table.watch(() => {
    stop();
    return () => shown.push("still there");
  });
  stop = table.watch(() => () => shown.push("gone"));
  line.says({
    type: "game",
    number: 1,
    moves: 1,
    now: 0,
    reveal: null,
    sights: [],
    until: null,
    takeback: null,
    verdicts: [],
    result: null,
    expired: [],
  });
  expect(shown).toEqual(["still there"]);
});

test("a television that may not come in any more costs its host no seat", () => {
  keep("KRTBD", false, "host");
  keep("KRTBD", true, "admission");
  table = new Table("KRTBD", true);
  Line.last.opens();
  Line.last.says({ type: "refused", id: 0, key: "table.unknown", rule: "TABLE-7", text: "This is why." });
  expect(table.closing?.text).toBe("This is why.");
  expect([kept("KRTBD", true), kept("KRTBD")]).toEqual(["", "host"]);
});
