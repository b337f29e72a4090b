import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type * as messages from "../messages";
import { load } from "../texts.svelte";
import { lines, Study } from "./Study.svelte";

beforeAll(() => load("en"));

function body(...pieces: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
}
function move(step: number, seat: number, verdict: messages.KartaMove["verdict"]): messages.KartaMove {
  const place = { type: "place" as const, card: 0, turned: 0, over: false, x: 0, y: 0 };
  const judged = { before: 0.5, after: 0.5, loss: 0, ahead: 2, exact: false, rows: [] };
  return { step, position: "", game: 0, seat, played: place, better: null, verdict, ...judged };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a line that comes in pieces is read whole", async () => {
  const read: string[] = [];
  for await (const line of lines(body('{"a":', '1}\n{"b":2}\n{"é', '":3}\n'))) read.push(line);
  expect(read).toEqual(['{"a":1}', '{"b":2}', '{"é":3}']);
});

test("progress is told, then the study; bad moves follow one another and begin again", async () => {
  const study = {
    level: "hard",
    accuracy: [0.9, 0.8],
    games: [],
    moves: [move(1, 0, ""), move(2, 1, "blunder"), move(3, 0, "mistake")],
  };
  vi.stubGlobal("fetch", () =>
    Promise.resolve(
      new Response(body('{"done":1,"of":3}\n', `${JSON.stringify({ done: 3, of: 3, study })}\n`)),
    ),
  );
  const found = new Study("abc", null);
  expect(await found.begin("hard")).toBe(true);
  expect([found.done, found.of, found.busy]).toEqual([3, 3, false]);
  expect(found.next(0, null)?.step).toBe(2);
  expect(found.next(2, null)?.step).toBe(3);
  expect(found.next(3, null)?.step).toBe(2);
  expect(found.next(0, 0)?.step).toBe(3);
  expect(found.at(1)?.verdict).toBe("");
});

test("the first mistake is one's own where there is one; in a game of speed it is a wrong call", () => {
  const study = new Study("abc", null);
  expect(study.first([0])).toBeUndefined();
  const moves = [move(1, 0, ""), move(2, 1, "blunder"), move(3, 0, "mistake")];
  study.found = { type: "karta", level: "hard", accuracy: [], games: [], moves };
  expect([[0], [1], [0, 1], []].map((seats) => study.first(seats)?.step)).toEqual([3, 2, 2, 2]);
  const call = { cards: [], called: 0, right: 0, time: 1, forgiven: 0, held: 0, anew: true };
  const reactions = [
    { ...call, step: 4, seat: 0, outcome: "first" as const },
    { ...call, step: 5, seat: 1, outcome: "wrong" as const },
  ];
  study.found = { type: "reflex", level: "hard", paces: [], late: [], mistaken: [], levels: [], reactions };
  expect(study.first([0])?.step).toBe(5);
});

test("how long it still takes is told by the moves that were judged meanwhile", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  let source: ReadableStreamDefaultController<Uint8Array> | undefined;
  const answer = new ReadableStream<Uint8Array>({ start: (controller) => void (source = controller) });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(answer)));
  const found = new Study("abc", null);
  const going = found.begin("hard");
  const told = async (done: number, at: number): Promise<void> => {
    now = at;
    source?.enqueue(new TextEncoder().encode(`${JSON.stringify({ done, of: 16 })}\n`));
    await vi.waitFor(() => expect(found.done).toBe(done));
  };
  await told(4, 1000);
  expect(found.left).toBeNull();
  await told(6, 4000);
  expect(found.left).toBe(15);
  await told(16, 9000);
  expect(found.left).toBeNull();
  source?.close();
  expect(await going).toBe(false);
});

test("an analysis that fails halfway, or is cut off, says so and can be asked for again", async () => {
  const failed = '{"done":1,"of":3,"problem":{"key":"error.study-failed","text":"It failed.","rule":""}}\n';
  const study = { type: "karta", level: "expert", accuracy: [], moves: [] };
  const whole = `${JSON.stringify({ done: 3, of: 3, study })}\n`;
  const answers = [['{"done":1,"of":3}\n', failed], ['{"done":1,"of":3}\n'], [whole]];
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: URL) => {
    asked.push(path.search);
    return Promise.resolve(new Response(body(...(answers.shift() ?? []))));
  });
  const found = new Study("abc", null);
  expect(await found.begin("expert")).toBe(false);
  expect([found.problem, found.busy]).toEqual(["It failed.", false]);
  expect(await found.again()).toBe(false);
  expect([found.problem, found.busy]).toEqual(["The analysis was cut off before it was done.", false]);
  expect(await found.again()).toBe(true);
  expect(found.problem).toBe("");
  expect(asked).toEqual(["?level=expert", "?level=expert", "?level=expert"]);
});

test("what the server declines is said, and an end that one asked for is not", async () => {
  vi.stubGlobal("fetch", () =>
    Promise.resolve(new Response('{"key":"error.study-busy","text":"Too many games."}', { status: 503 })),
  );
  const found = new Study("abc", null);
  expect(await found.begin("expert")).toBe(false);
  expect(found.problem).toBe("Too many games.");
  vi.stubGlobal(
    "fetch",
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, fail) => signal.addEventListener("abort", () => fail(new Error("ended")))),
  );
  const going = found.begin("hard");
  expect(found.busy).toBe(true);
  found.end();
  expect(await going).toBe(false);
  expect([found.busy, found.problem]).toEqual([false, ""]);
});
