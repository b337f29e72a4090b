import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sitting } from "../fakes";
import { facing } from "../facing.svelte";
import { learn } from "../infos.svelte";
import type * as messages from "../messages";
import { frame, replay } from "../replay/sample";
import { drawPicture } from "../picture";
import { taken } from "../json";
import { router } from "../router.svelte";
import { chair, deckOf, game, score, told } from "../sample";
import { load } from "../texts.svelte";
import Summary from "./Summary.svelte";

vi.mock("../deck", async (original) => ({
  ...(await original<object>()),
  dealt: () => Promise.resolve(deckOf(["apple"], [[0]])),
}));
vi.mock("../picture", () => ({ drawPicture: vi.fn(), sharePicture: vi.fn() }));
beforeAll(() => load("en"));
beforeAll(() => learn([{ name: "karta", version: 1, shapes: {}, analysis: "moves" }]));
beforeEach(() => localStorage.clear());

const WRONG = frame(1, [{ type: "wrong", seat: 1, symbol: 0, cards: [] }]);
const FOUND = frame(1, [{ type: "took", seat: 0, symbol: 0, cards: [1, 2] }]);

/** Shows the result of a game whose frames were these, and waits until all is known of it. */
async function ended(
  name: string,
  frames: messages.Frame[],
  others: Partial<messages.Chair>[] = [{ name: "Bruno", member: 2 }],
  why: messages.Result["why"] = "played",
): Promise<void> {
  const answer = new Response(JSON.stringify(replay(frames, { game: name })));
  vi.stubGlobal("fetch", ({ pathname }: URL) =>
    pathname === "/api/records/abc/replay"
      ? Promise.resolve(answer)
      : Promise.reject(new Error("There is nothing else.")),
  );
  const deck = name === "karta" ? null : { order: 2, cards: 7 };
  const table = told({
    game: name,
    phase: "over",
    record: "abc",
    deck,
    chairs: [{ name: "Ada", member: 1 }, ...others].map((one, seat) => chair({ seat, ...one })),
  });
  const { table: seen, line } = sitting(1, table);
  line.says(game({ result: { ranking: [[0], [1]], scores: [1, 0], why } }));
  render(Summary, { table: seen, unasked: false });
  await screen.findByRole("button", { name: "Watch it again" });
  if (deck || why !== "played") await vi.waitFor(() => expect(answer.bodyUsed).toBe(true));
  await tick();
}

test.each([
  ["spot/tower", [frame(0), FOUND, WRONG], 1],
  ["spot/tower", [frame(0), FOUND], 0],
  ["karta", [], 1],
])(
  "one tap leads from the result of %s to the first mistake, where there may be one",
  async (name, frames, count) => {
    await ended(name, frames);
    await vi.waitFor(() => expect(screen.queryAllByText("See the first mistake")).toHaveLength(count));
    if (count === 0) return;
    screen.getByText("See the first mistake").click();
    expect([router.record, router.open]).toEqual(["abc", "mistake-0"]);
  },
);

test("where several sit at one screen, the first mistake of any of them is asked for", async () => {
  await ended("karta", [], [{ name: "Bruno", member: 1 }]);
  screen.getByText("See the first mistake").click();
  expect(router.open).toBe("mistake-0-1");
});

test.each([
  ["nobody has moved", [frame(0)], 0],
  ["only the bot has moved", [frame(0), frame(1, [], { seat: 1 })], 0],
  ["somebody has moved", [frame(0), frame(1, [], { seat: 0 })], 1],
] as const)(
  "in a game that broke off where %s, mistakes are offered so often: %#",
  async (_, frames, count) => {
    await ended("karta", [...frames], [{ bot: "easy" }], "resigned");
    await vi.waitFor(() => expect(screen.queryAllByText("See the first mistake")).toHaveLength(count));
  },
);

test("the times of a try of the day are asked for once, whatever the table says later", async () => {
  const asked = vi.fn(() => Promise.reject(new Error("There is nothing.")));
  vi.stubGlobal("fetch", asked);
  const day = { date: "2026-01-01", ends: 0, counted: true };
  const table = told({
    game: "spot/tower",
    phase: "over",
    record: "abc",
    day,
    chairs: [chair({ seat: 0 })],
  });
  const { table: seen, line } = sitting(1, table);
  render(Summary, { table: seen, unasked: false });
  await tick();
  const before = asked.mock.calls.length;
  expect(before).toBeGreaterThan(0);
  line.says({ ...table, unready: [] });
  await tick();
  expect(asked.mock.calls.length).toBe(before);
});

test("bots chosen beside the result wait until another game is chosen: nothing takes the result away before", async () => {
  const shelf = { games: [], bots: { karta: ["easy", "hard"] }, texts: {} };
  vi.stubGlobal("fetch", ({ pathname }: URL) =>
    pathname === "/api/games"
      ? Promise.resolve(new Response(JSON.stringify(shelf)))
      : new Promise(() => undefined),
  );
  const chairs = [chair({ seat: 0, name: "Ada", member: 1 }), chair({ seat: 1, bot: "easy", team: 1 })];
  const { table, line } = sitting(1, told({ game: "karta", phase: "over", host: 1, chairs }));
  line.says(game({ result: { ranking: [[0], [1]], scores: [1, 0], why: "played" } }));
  render(Summary, { table, unasked: false });
  await fireEvent.change(await screen.findByLabelText("Bots"), { target: { value: "hard" } });
  const before = line.sent.length;
  await fireEvent.click(screen.getByRole("button", { name: "Change game" }));
  expect(line.sent.slice(before)).toEqual([]);
  expect(table.wanted).toBe("hard");
  expect(router.open).toBe("next");
});

test("a host who cannot play again reads why", () => {
  const hindrance = { rule: "SETUP", key: "setup.seats", values: { seats: 1, allowed: "2" } };
  const chairs = [chair({ seat: 0, name: "Ada", member: 1 }), chair({ seat: 1 })];
  const { table, line } = sitting(1, told({ game: "karta", phase: "over", host: 1, chairs, hindrance }));
  line.says(game({ result: { ranking: [[0], [1]], scores: [1, 0], why: "abandoned" } }));
  render(Summary, { table, unasked: false });
  expect(screen.getByText("This game is for 2 players; there is 1.")).toBeTruthy();
});

test("on a touch screen that two share the result faces whoever has won", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const chairs = [0, 1].map((seat) => chair({ seat, team: seat, member: 1 }));
  const { table, line } = sitting(1, told({ game: "karta", phase: "over", host: 1, chairs }));
  line.says(game({ result: { ranking: [[1], [0]], scores: [0, 1], why: "played" } }));
  facing.share(2);
  render(Summary, { table, unasked: true });
  expect(facing.turn).toBe(180);
  facing.share(0);
});

const WON = { ...FOUND, verdict: { winner: 0, tied: [], scores: [score(0, 900, 12)] } };

test("on a shared screen it is said who was fooled", async () => {
  await ended("spot/tower", [frame(0), WON, WRONG], [{ name: "Bruno", member: 1 }]);
  expect(await screen.findByText(/^What fooled Bruno: /)).toBeTruthy();
});

test.each([
  ["alone at a screen", [], "We allowed for your connection’s delay: 12\u00a0ms per call on average."],
  [
    "on a shared one",
    [{ member: 1 }],
    "We allowed for Ada’s connection delay: 12\u00a0ms per call on average.",
  ],
])("what was made up for is a whole sentence, %s", async (_, others, text) => {
  await ended("spot/tower", [frame(0), WON], [{ name: "Bruno", member: 2 }, ...others]);
  const said = await screen.findByText(/We allowed for/);
  expect(said.textContent.trim()).toBe(text);
});

test("no room is kept for times where nobody has called", async () => {
  await ended("spot/tower", [frame(0)]);
  await vi.waitFor(() => expect(document.querySelector<HTMLElement>(".times")?.style.minHeight).toBe(""));
});

test("what else can be done is brought into sight", async () => {
  const scrolled = vi.spyOn(HTMLElement.prototype, "scrollIntoView");
  await ended("karta", []);
  await fireEvent.click(screen.getByRole("button", { name: "More", hidden: true }));
  expect(scrolled.mock.contexts).toEqual([document.querySelector(".second")]);
});

test('the shared picture has everybody\'s place, name and score, and calls nobody "you"', async () => {
  await ended("karta", [], [{ name: "Bruno", member: 2, team: 1 }]);
  await fireEvent.click(screen.getByRole("button", { name: "More", hidden: true }));
  await fireEvent.click(screen.getByRole("button", { name: "Share a picture", hidden: true }));
  const [game, title, , rows] = vi.mocked(drawPicture).mock.calls[0] ?? [];
  expect([game, title]).toEqual(["Karta Doppio", "Ada wins"]);
  expect(rows).toMatchObject([
    { place: "1", names: "Ada", score: "1 token", first: true },
    { place: "2", names: "Bruno", score: "0 tokens", first: false },
  ]);
});

test("below what is in sight, an arrow leads to what else can be done, as long as that lies there", async () => {
  let seen: IntersectionObserverCallback = () => undefined;
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(watch: IntersectionObserverCallback) {
        seen = watch;
      }
      observe = vi.fn();
      disconnect = vi.fn();
    },
  );
  await ended("karta", []);
  const arrow = document.querySelector<HTMLElement>("[data-do=below]");
  const told = async (isIntersecting: boolean): Promise<string | undefined> => {
    seen([taken<IntersectionObserverEntry>({ isIntersecting })], taken<IntersectionObserver>({}));
    await tick();
    return arrow?.style.visibility;
  };
  expect(await told(false)).toBe("");
  expect(await told(true)).toBe("hidden");
  vi.unstubAllGlobals();
});
