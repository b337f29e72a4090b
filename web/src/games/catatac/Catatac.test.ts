import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { flushSync, tick } from "svelte";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { at } from "../../lists";
import { sitting, type Line } from "../../fakes";
import { SHORT } from "../../lasting.svelte";
import type * as messages from "../../messages";
import { chair, game, person, told } from "../../sample";
import type { Answer, Table } from "../../Table.svelte";
import { load, tell } from "../../texts.svelte";
import type { GameProps } from "..";
import { actor, following } from "./actor";
import Catatac from "./Catatac.svelte";
import { Choice } from "./Choice.svelte";
import Clan from "./Clan.svelte";
import Ending from "./Ending.svelte";
import { landings, offered, toward } from "./landings";
import { Narrator } from "./happened";
import { perch, spot, turning } from "./places";
import { score, decision, turning as order } from "./scores";
import { status, type Situation } from "./status";
import Ways from "./Ways.svelte";
import { deeds, does, face, idle, sentence } from "./words";

beforeAll(() => load("en"));

const FIVE: messages.Face = {
  card: 17,
  code: "5a",
  number: 5,
  when: ["own"],
  ways: [
    [
      { do: "move", far: 1 },
      { do: "store", far: 1 },
    ],
  ],
  together: false,
  name: "",
};

function seen(change: Partial<messages.CatatacView> = {}): messages.CatatacView {
  return {
    type: "catatac",
    seat: 0,
    starter: 0,
    phase: "turn",
    turn: 0,
    asked: [],
    until: null,
    laid: -1,
    rights: [],
    yarn: { place: 2, clan: 0 },
    hand: [FIVE],
    counts: [6, 6, 6, 6],
    pile: 30,
    top: FIVE,
    discard: [17],
    points: 8,
    won: [0, 0],
    shown: [],
    tokens: [false, false],
    distracted: null,
    alphas: [],
    ...change,
  };
}
const lay = { type: "lay", card: 17 } as const;
const JUST: messages.Turn = { moves: [lay] };
const STORE: messages.Turn = {
  moves: [lay, { type: "use", way: 0, to: 0 }],
  trail: [
    { place: 1, clan: 0 },
    { place: 0, clan: 0 },
  ],
};
const MOVE: messages.Turn = { moves: [lay, { type: "carry", to: 3 }], trail: [{ place: 3, clan: 0 }] };
const BACK: messages.Turn = {
  moves: [lay, { type: "carry", to: 3 }, { type: "carry", to: 2 }],
  trail: [
    { place: 3, clan: 0 },
    { place: 2, clan: 0 },
  ],
};

test("a card is said in words", () => {
  expect(face(FIVE)).toEqual([
    "Makes a pair on another 5.",
    "If your clan has the yarn: move it exactly 1 alley, then store it from 1 place away.",
  ]);
});

test("a turn is said as what is done, and by what", () => {
  expect(sentence(JUST, FIVE)).toBe("Just play it");
  expect(sentence(STORE, FIVE)).toBe("Move, then store it");
  expect(deeds(BACK, FIVE).map(({ by }) => by)).toEqual(["pair", "pair"]);
});

test("what brings the yarn home is offered first, and what changes nothing last", () => {
  expect(offered([BACK, MOVE, JUST, STORE], seen(), 0)).toEqual([STORE, MOVE, BACK, JUST]);
});

test("every end is one landing, and a landing leads to the shortest turn that ends there", () => {
  const found = landings([STORE, MOVE, BACK, JUST], null, seen());
  expect(found.map(({ place, above }) => [place, above])).toEqual([
    [0, 0],
    [3, 0],
    [2, 1],
  ]);
  expect(toward(at(found, 0), [STORE, MOVE], seen())).toBe(STORE);
  expect(landings([STORE, MOVE], MOVE, seen())).toHaveLength(1);
});

test("the seat of a screen that has something to do is read from the view", () => {
  expect(actor(seen(), [0])).toBe(0);
  expect(actor(seen(), [1])).toBeNull();
  expect(actor(seen({ phase: "counter", turn: 1, asked: [3] }), [1, 3])).toBe(3);
  expect(actor(seen({ phase: "counter", turn: 1, asked: [1, 3] }), [1, 3], [1])).toBe(3);
  expect(actor(seen({ phase: "counter", turn: 1, asked: [1, 3] }), [1], [1])).toBeNull();
  expect(actor(seen({ phase: "act", turn: 0, laid: 2 }), [0, 2])).toBe(2);
  expect(following(seen({ counts: [6, 0, 6, 6] }), 4)).toBe(2);
});

test("whoever is asked reads whether there is something to press", () => {
  const asked = (
    phase: "counter" | "breath" | "empty",
    own: number,
    spared: boolean,
    passed = false,
    ended = "",
  ): string => {
    const situation: Situation = {
      view: seen({ phase, turn: 1, asked: [1, 3, 5], laid: 0 }),
      own,
      names: ["", "Ada"],
      teams: [0, 1, 0, 1, 0, 1],
      due: own,
      chosen: false,
      able: false,
      waiting: false,
      sending: false,
      spared,
      passed,
      idle: false,
      ended,
    };
    return status(situation);
  };
  expect(asked("counter", 3, false)).toContain("MIRACLE");
  expect(asked("counter", 3, true)).toContain("no card to counter");
  expect(asked("empty", 3, true)).toContain("no cooperation card");
  expect(asked("counter", 3, false, true)).toContain("You let it go.");
  expect(asked("empty", 3, false, true)).toContain("You pass.");
  expect(asked("breath", 3, false)).toContain("Play a cooperation card?");
  expect(asked("breath", 3, true)).toBe("It’s Ada’s turn.");
  expect(asked("breath", 3, true, false, "Ada wins")).toBe("Ada wins");
});

test("a block that cannot be used now says why, and one that can says nothing", () => {
  const block = (when: "any" | "other" | "own" | "both", ...deeds: messages.Effect[]): messages.Face => ({
    ...FIVE,
    when: when === "any" ? [] : when === "both" ? ["own", "other"] : [when],
    ways: [deeds],
  });
  const only: messages.Turn[] = [{ moves: [lay] }];
  expect(idle(block("other", { do: "steal" }), only, seen(), 0)).toBe("Steal: the yarn is already yours.");
  expect(idle(block("other", { do: "move", far: 2 }), only, seen(), 0)).toBe(
    "Move 2: only while the other clan has the yarn.",
  );
  expect(idle(block("own", { do: "store", far: 2 }), only, seen(), 1)).toContain("your clan has the yarn");
  expect(idle(block("own", { do: "store", far: 1 }), only, seen(), 0)).toContain("not from where");
  expect(idle(block("any", { do: "counter" }), only, seen(), 0)).toContain("in no hideout");
  expect(idle(block("own", { do: "move", far: 1 }), only, seen({ distracted: 0 }), 0)).toContain(
    "distracted",
  );
  for (const clan of [0, 1])
    expect(idle(block("both", { do: "steal" }), only, seen(), clan)).toContain("both conditions");
  expect(idle(FIVE, [STORE], seen(), 0)).toBe("");
  expect(idle({ ...FIVE, ways: [] }, only, seen(), 0)).toBe("");
  expect([STORE, ...only].map(does)).toEqual([true, false]);
});

test("a turn is played move by move, and stops where one is refused", async () => {
  const sent: unknown[] = [];
  const answers: Answer[] = [
    { type: "done", id: 1 },
    { type: "late", id: 2 },
  ];
  const choice = new Choice(vi.fn(), (move) => {
    sent.push(move);
    return Promise.resolve(at(answers, sent.length - 1));
  });
  choice.index = 0;
  await choice.play(BACK, seen());
  expect(sent).toHaveLength(2);
  expect(choice.index).toBeNull();
});

test("in the breath a turn waits, and is not sent", async () => {
  const send = vi.fn();
  const choice = new Choice(vi.fn(), send);
  await choice.play(MOVE, seen({ phase: "breath" }));
  flushSync();
  expect(send).not.toHaveBeenCalled();
  expect(choice.waiting).toBe(MOVE);
});

test("an answer that comes after the table has changed is not believed", async () => {
  let answer: (turns: messages.Turns) => void = () => {};
  const choice = new Choice(() => new Promise<messages.Turns>((resolve) => (answer = resolve)), vi.fn());
  const looking = choice.look();
  choice.forget();
  answer({ cards: [{ card: 17, pair: true, turns: [MOVE] }] });
  await looking;
  expect(choice.cards).toEqual([]);
});

test("the ball rolls along and comes to rest upright", () => {
  expect(turning(1, 3, 500) % 360).toBe(0);
  expect(turning(3, 1, 500)).toBeLessThan(0);
  expect(spot(0, 500)).toBeLessThan(spot(1, 500));
  expect(perch(0, 0, 3, 300).size).toBeLessThan(perch(0, 0, 1, 300).size);
  expect(perch(1, 0, 1, 300).x).toBe(300 - perch(0, 0, 1, 300).x);
});

test("points are added for the clan that holds them, and sardines decide", () => {
  const card = (white: number, black: number, sardines = 0): messages.PointCard => ({
    card: 0,
    code: "",
    values: [white, black],
    sardines,
  });
  const shown = [[card(3, 1, 1)], [card(1, 3), card(0, 0)]];
  expect(score(at(shown, 0), 0)).toBe(3);
  expect(decision(shown)).toEqual({ winner: 0, sardines: true, fish: [1, 0] });
  expect(decision([[card(2, 2)], []])).toMatchObject({ winner: 0, sardines: false });
  expect(decision([[], []]).winner).toBeNull();
  expect(order(shown)).toEqual([0, 1, 1]);
});

test("a clan shows which of its cats have resigned", () => {
  const chairs = [
    chair({ seat: 0, name: "Ada", member: 1 }),
    chair({ seat: 1, name: "Bruno", member: 2, resigned: true }),
  ];
  const { table } = sitting(1, told({ chairs }));
  render(Clan, { clan: 0, table, view: seen(), seats: [0], next: null, taking: false });
  const [ada, bruno] = [...document.querySelectorAll(".cat")];
  expect(ada?.className).not.toContain("away");
  expect(bruno?.className).toContain("away");
  expect(screen.getByText("Resigned").parentElement).toBe(bruno);
});

test("at the end of a turn it is told that a pair has left the yarn alone", () => {
  const narrator = new Narrator();
  const says = (...events: Parameters<Narrator["says"]>[0][]): string[] =>
    events.map((event) => narrator.says(event, ["Ada", "Bolt"], "turn")).filter((words) => words !== "");
  const pair = { type: "laid", seat: 1, face: FIVE, pair: true } as const;
  const came = { type: "came", seat: 0, breath: false } as const;
  expect(says(pair, came)).toEqual(["Bolt plays 5: a pair", "Bolt leaves the yarn where it is"]);
  expect(says(came)).toEqual([]);
  expect(says(pair, { type: "stole", seat: 1 }, came)).toEqual([
    "Bolt plays 5: a pair",
    "Bolt steals the yarn",
  ]);
  expect(says({ ...pair, pair: false }, came)).toEqual(["Bolt plays 5"]);
});

const STEAL: messages.Face = { ...FIVE, card: 18, code: "5b", ways: [[{ do: "steal" }]] };
const PLAIN: messages.Face = {
  card: 19,
  code: "7",
  number: 7,
  when: [],
  ways: [],
  together: false,
  name: "",
};

/** Draws the game for seat 0; returns what reaches the server, and how to go on to another view. */
function drawn(
  change: Partial<messages.CatatacView>,
  turns: messages.Turns,
  send: GameProps<"catatac">["send"] = () => Promise.resolve({ type: "done", id: 1 }),
  taped = false,
): {
  table: Table;
  line: Line;
  sent: () => unknown[];
  go: (change: Partial<messages.CatatacView>) => Promise<void>;
} {
  const chairs = [0, 1].map((seat) => chair({ seat, team: seat, name: `Cat ${seat}`, member: seat }));
  const { table, line } = sitting(0, told({ chairs, persons: [person(0, "Cat 0")] }));
  const stage = (change: Partial<messages.CatatacView>): messages.StageViewCatatacView => ({
    type: "stageview",
    index: 0,
    game: seen({ counts: [6, 6], ...change }),
    standing: [0, 0],
  });
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  let view = stage(change);
  const { rerender } = render(Catatac, {
    table: Object.assign(table, { taped }),
    game: "catatac",
    view,
    seats: [0],
    deck: null,
    send,
    ask: () => Promise.resolve(turns),
    sight: () => view,
    watch: () => () => {},
  });
  return {
    table,
    line,
    sent: () => line.sent.map((one): unknown => JSON.parse(one)),
    go: async (change) => {
      view = stage(change);
      await rerender({ view, sight: () => view });
    },
  };
}

const fan = (): string[] => screen.getAllByRole("button", { pressed: false }).map((one) => one.className);

test("whoever passes with a double tap passes once, and again where the table would not have it", async () => {
  let answer: Answer = { type: "refused", id: 1, key: "", values: {}, text: "", rule: "" };
  const send = vi.fn(() => Promise.resolve(answer));
  drawn({ phase: "counter", turn: 1, asked: [0] }, { cards: [] }, send);
  const pass = screen.getByRole("button", { name: tell("web.catatac.decline.counter") });
  await fireEvent.click(pass);
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  answer = { type: "done", id: 2 };
  await fireEvent.click(pass);
  await fireEvent.click(pass);
  expect(send).toHaveBeenCalledTimes(2);
});

test.each([
  ["turn", {}, "It’s Cat 0’s turn."],
  [
    "counter",
    { phase: "counter", laid: 1, asked: [0] },
    "The yarn is nearly home for Black. Will it be countered?",
  ],
] as const)("a replay tells nobody what to do: %s", (_, change, said) => {
  drawn({ ...change, asked: [0] }, { cards: [] }, undefined, true);
  expect(document.querySelector(".status")?.textContent.trim()).toBe(said);
  expect(document.querySelector(".decline")).toBe(null);
});

test("between the moves of a turn nothing is asked", async () => {
  const whole: messages.Turn = {
    moves: [
      { type: "lay", card: 18 },
      { type: "use", way: 0, to: 2 },
    ],
  };
  const more = { cards: [{ card: 18, pair: false, turns: [whole] }] };
  let answer: (answer: Answer) => void = () => {};
  const { go } = drawn({ hand: [STEAL, FIVE] }, more, () => new Promise<Answer>((done) => (answer = done)));
  const card = at(screen.getAllByRole("button", { pressed: false }), 0);
  await fireEvent.click(card);
  await fireEvent.click(await screen.findByText("Steal"));
  const quiet = (): void => {
    expect(screen.getByRole("status").textContent).toContain("Playing your card…");
    expect(screen.queryByText("End turn")).toBeNull();
    expect(screen.queryByRole("button", { pressed: true })).toBeNull();
    expect(document.querySelector(".held.able")).toBeNull();
  };
  quiet();
  answer({ type: "done", id: 1 });
  await go({ phase: "act", laid: 0, top: STEAL, hand: [FIVE], rights: ["block"] });
  await tick();
  quiet();
  answer({ type: "done", id: 2 });
  await waitFor(() => expect(screen.getByRole("status").textContent).toContain("What next?"));
});

test("the last cards are announced once the pile is empty", async () => {
  const { go } = drawn({ pile: 1 }, { cards: [] });
  expect(screen.queryByText("Last cards", { exact: false })).toBeNull();
  await go({ pile: 0 });
  expect(screen.getByText("Last cards", { exact: false })).toBeTruthy();
});

test("only cards that do something glow", async () => {
  const turns = {
    cards: [
      { card: 17, pair: true, turns: [STORE] },
      { card: 19, pair: false, turns: [{ moves: [{ type: "lay", card: 19 } as const] }] },
    ],
  };
  drawn({ hand: [FIVE, PLAIN] }, turns);
  await waitFor(() => expect(fan().map((one) => one.includes("useful"))).toEqual([true, false]));
  expect(fan().map((one) => one.includes("able"))).toEqual([true, true]);
});

test("whoever chooses a cooperation card shows the clan a sign, once a turn", async () => {
  const turns: messages.Turns = {
    cards: [
      { card: 17, pair: false, turns: [{ moves: [{ type: "cooperate", card: 17 }] }] },
      { card: 19, pair: false, turns: [{ moves: [{ type: "lay", card: 19 }] }] },
    ],
  };
  const { sent } = drawn({ phase: "breath", turn: 1, asked: [0], hand: [FIVE, PLAIN] }, turns);
  await waitFor(() => expect(fan().every((one) => one.includes("able"))).toBe(true));
  const signs = (): unknown[] => sent().filter((one) => JSON.stringify(one).includes('"react"'));
  const cards = screen.getAllByRole("button", { pressed: false });
  await fireEvent.click(at(cards, 1));
  expect(signs()).toEqual([]);
  await fireEvent.click(at(cards, 0));
  await fireEvent.click(at(cards, 0));
  expect(signs()).toEqual([expect.objectContaining({ type: "react", reaction: "cooperate", seat: 0 })]);
});

test.each([
  ["one has alone", [0], "It is your turn"],
  ["two share", [0, 1], "It is their turn"],
])("the plate of whoever's turn it is says so, on a screen that %s", (_, seats, words) => {
  const chairs = [0, 1].map((seat) => chair({ seat, team: 0, name: `Cat ${seat}`, member: 1 }));
  const { table } = sitting(1, told({ chairs }));
  render(Clan, { clan: 0, table, view: seen({ turn: 0 }), seats, next: null, taking: false });
  expect(document.querySelector('[data-seat="0"]')?.textContent).toContain(words);
});

test("a bot that takes its time is seen to think, and one that had too little time says so", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const chairs = [chair({ seat: 0, team: 0, name: "easy", bot: "easy", weaker: true })];
  const { table, line } = sitting(1, told({ phase: "playing", chairs }));
  line.says({ ...game({}), type: "game" });
  const drawn = { clan: 0, table, view: seen({ turn: 0 }), seats: [], next: null, taking: false };
  const { rerender } = render(Clan, drawn);
  expect(screen.getByText(/below its level/)).toBeTruthy();
  expect(screen.queryByText("is thinking")).toBeNull();
  await vi.advanceTimersByTimeAsync(SHORT);
  expect(screen.getByText("is thinking")).toBeTruthy();
  await rerender({ view: seen({ phase: "breath", turn: 0 }) });
  expect(screen.queryByText("is thinking")).toBeNull();
});

test("a clan's point cards are counted in words and in a number", () => {
  const { table } = sitting(0, told({ chairs: [chair({ seat: 0, name: "Ada", member: 0 })] }));
  render(Clan, { clan: 0, table, view: seen({ won: [2, 0] }), seats: [0], next: null, taking: false });
  expect(screen.getByText("2 point cards", { selector: ".words" })).toBeTruthy();
  expect(screen.getByText("2", { selector: ".number" })).toBeTruthy();
});

test("a tie says which number is points and which is sardines", async () => {
  vi.useFakeTimers();
  const { table } = sitting(0, told({ persons: [person(0, "Cat 0")] }));
  const game = seen({ phase: "over", shown: [[], []] });
  const stage: messages.StageViewCatatacView = { type: "stageview", index: 0, game, standing: [0, 0] };
  render(Ending, { table, stage, onclose: null });
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  const said = (what: string): string[] =>
    [...document.querySelectorAll(what)].map((one) => one.textContent.replace(/\s+/gu, " ").trim());
  expect([said(".sum"), said(".fish")]).toEqual([
    ["0 points", "0 points"],
    ["0 sardines", "0 sardines"],
  ]);
});

test.each([
  [200, true],
  [300, false],
])("where %s pixels of 300 are seen, what a card can do fades out below: %s", (room, fades) => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(room);
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(300);
  const told = { card: 17, pair: true, turns: [STORE, MOVE, JUST] };
  const nothing = (): void => {};
  render(Ways, { view: seen(), clan: 0, face: FIVE, told, waiting: null, onlook: nothing, onplay: nothing });
  flushSync();
  expect(document.querySelector(".ways")?.classList.contains("more")).toBe(fades);
});

test("once the point cards are flipped, the table says who has won", async () => {
  const { table, line } = drawn({ phase: "over", hand: [], shown: [[], []] }, { cards: [] });
  table.telling = true;
  line.says(game({ result: { ranking: [[0], [1]], scores: [3, 1], why: "played" } }));
  await tick();
  expect(screen.getByRole("status").textContent).toContain("The point cards are flipped");
  table.telling = false;
  await tick();
  expect(screen.getByRole("status").textContent).toContain("You win");
});

/** Gives this device a keyboard and a mouse, or takes them away. */
function atDesk(value: boolean): void {
  const media = Object.defineProperty(matchMedia("(hover: hover)"), "matches", { value });
  const spied = vi.spyOn(window, "matchMedia").mockReturnValue(media);
  onTestFinished(() => {
    spied.mockRestore();
  });
}
const printed = (where: string): string[] =>
  [...document.querySelectorAll(`${where} kbd`)].map((one) => one.textContent);

test("by keyboard a digit chooses a card, and the next one what it does", async () => {
  atDesk(true);
  const send = vi.fn<GameProps<"catatac">["send"]>(() => Promise.resolve({ type: "done", id: 1 }));
  const turns = { cards: [{ card: 17, pair: true, turns: [STORE, MOVE, JUST] }] };
  drawn({ hand: [PLAIN, FIVE] }, turns, send);
  await waitFor(() => expect(fan().some((one) => one.includes("able"))).toBe(true));
  expect([printed(".held"), printed(".way")]).toEqual([["1", "2"], []]);
  await fireEvent.keyDown(window, { key: "2", code: "Digit2" });
  const shown = document.querySelectorAll(".way").length;
  expect(shown).toBeGreaterThan(1);
  // The numbers are those of what it can do, and of nothing else.
  expect([printed(".held"), printed(".way")]).toEqual([[], ["1", "2", "3"].slice(0, shown)]);
  await fireEvent.keyDown(window, { key: "2", code: "Digit2", repeat: true });
  await fireEvent.keyDown(window, { key: "9", code: "Digit9" });
  expect(send).not.toHaveBeenCalled();
  // As a French keyboard has it without Shift.
  await fireEvent.keyDown(window, { key: "é", code: "Digit2" });
  await waitFor(() => expect(send.mock.calls).toEqual(MOVE.moves.map((move) => [0, move])));
});

test("by touch no digits are shown", async () => {
  atDesk(false);
  drawn({ hand: [FIVE] }, { cards: [{ card: 17, pair: true, turns: [STORE, MOVE] }] });
  await waitFor(() => expect(fan().some((one) => one.includes("able"))).toBe(true));
  await fireEvent.click(at(screen.getAllByRole("button", { pressed: false }), 0));
  expect(document.querySelectorAll(".way").length).toBeGreaterThan(0);
  expect([printed(".held"), printed(".way")]).toEqual([[], []]);
});

test("a list of what a card can do that is gone is measured no more", () => {
  const nothing = (): void => {};
  const told = { card: 17, pair: true, turns: [STORE] };
  const props = { view: seen(), clan: 0, face: FIVE, told, waiting: null, onlook: nothing, onplay: nothing };
  const { unmount } = render(Ways, props);
  const list = document.querySelector(".ways");
  const failed = vi.fn((event: ErrorEvent) => event.preventDefault());
  window.addEventListener("error", failed);
  unmount();
  // A browser may still tell that it was scrolled.
  list?.dispatchEvent(new Event("scroll"));
  window.removeEventListener("error", failed);
  expect(failed).not.toHaveBeenCalled();
});
