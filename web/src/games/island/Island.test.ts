import { render } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sitting } from "../../fakes";
import type * as messages from "../../messages";
import { chair, deckOf, isleView, person, told } from "../../sample";
import { load } from "../../texts.svelte";
import type { GameProps, Happening } from "..";
import Island from "./Island.svelte";

type Watcher = Parameters<GameProps<"island">["watch"]>[0];

const OWN = 19;
const deck = deckOf(
  ["apple", "boat"],
  Array.from({ length: 40 }, (_, card) => [card === OWN ? 0 : 1]),
);

beforeAll(() => load("en"));
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
});

/** Draws an island of two places for some seats; returns how to tell the drawing what happens. */
function drawn(
  own = OWN,
  seats = [0],
  change: Partial<messages.IsleView> = {},
  resigned: number | null = null,
): (events: Happening<"island">["events"]) => Promise<void> {
  const chairs = [0, 1].map((seat) =>
    chair({ seat, team: seat, name: `Guest ${seat + 1}`, member: seat, resigned: seat === resigned }),
  );
  const { table } = sitting(0, told({ game: "island/welcome", chairs, persons: [person(0, "Ada")] }));
  const game = isleView({
    island: [1, 2],
    turned: [own, 35],
    counts: [3, 3],
    open: [
      [0, 1],
      [0, 1],
    ],
    ...change,
  });
  const view: messages.StageViewIsleView = { type: "stageview", index: 0, game, standing: [0, 0] };
  let watcher: Watcher | undefined;
  render(Island, {
    table,
    game: "island/welcome",
    view,
    seats,
    deck,
    send: () => Promise.resolve({ type: "done", id: 1 }),
    ask: () => Promise.resolve(null),
    sight: () => view,
    watch: (one: Watcher) => {
      watcher = one;
      return () => {};
    },
  });
  return async (events) => {
    watcher?.({ events, view, same: true, verdicts: [] })?.();
    await tick();
  };
}

const ringed = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>(".symbol.wrong")].map(
    (one) => one.closest<HTMLElement>(".card")?.dataset["card"],
  );

test("a wrong symbol is ringed on the card that shows it, where the call was made here", async () => {
  const happen = drawn();
  await happen([{ type: "wrong", seat: 1, symbol: 1, cards: [1, 35], until: 9 }]);
  expect(ringed()).toEqual([]);
  await happen([{ type: "wrong", seat: 0, symbol: 0, cards: [2, OWN], until: 9 }]);
  expect(ringed()).toEqual([String(OWN)]);
  await happen([{ type: "wrong", seat: 0, symbol: 1, cards: [2, OWN], until: 9 }]);
  expect(ringed()).toEqual(["2"]);
});

test.each([
  ["blue", OWN, null],
  ["orange", 36, "This card counts for Orange"],
  ["an island's", 3, null],
])("a hand of blue says when its card is another team's: %s", (_, card, said) => {
  drawn(card);
  expect(document.querySelector(".near .tag .carry")?.textContent ?? null).toBe(said);
});

test("a name below a hand is cut where it is too long, and never its tag", () => {
  drawn(OWN, []);
  const names = [...document.querySelectorAll(".near .tag > span")].map((name) => name.textContent);
  expect(names).toEqual(["Guest 1", "Guest 2"]);
});

test("several at one screen read it at the rim, beside who they are", () => {
  drawn(36, [0, 1]);
  expect(document.querySelector(".rim .who:has(.crew) + .carry")?.textContent).toBe(
    "This card counts for Orange",
  );
  expect(document.querySelectorAll(".carry")).toHaveLength(1);
});

test("several at one screen each read at their side what the game is about, and who leads", () => {
  drawn(OWN, [0, 1], { island: [OWN + 1, 36, 37] });
  const read = [...document.querySelectorAll<HTMLElement>(".rim .aim")];
  expect(read.map((one) => one.textContent.replace(/\s+/gu, " ").trim())).toEqual(
    Array(2).fill("Most visible cards of your colour Blue1Orange2"),
  );
  for (const one of read) expect(one.querySelector(".leads")?.textContent).toBe("Orange2");
  expect(document.querySelector(".course")).toBe(null);
});

test("several at a tablet read how to call at their own side, each until their first call", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const clock = vi.spyOn(Event.prototype, "timeStamp", "get").mockReturnValue(0);
  drawn(OWN, [0, 1]);
  const told = (): (string | undefined)[] =>
    [...document.querySelectorAll<HTMLElement>(".rim:has(.next) .crew")].map((one) => one.dataset["team"]);
  expect(told().sort()).toEqual(["0", "1"]);
  document.querySelector<HTMLElement>(`.near [data-card="${OWN}"] [data-symbol="0"]`)?.click();
  await tick();
  expect(told().sort()).toEqual(["0", "1"]);
  const said = [...document.querySelectorAll(".rim .next")].map((one) => one.textContent);
  expect(said.sort()).toEqual(["A symbol on your card, then its place", "Now its place"]);
  expect(document.querySelectorAll(`.near [data-card="${OWN}"] .sent[data-symbol="0"]`)).toHaveLength(1);
  clock.mockReturnValue(600);
  document.querySelector<HTMLElement>('[data-slot="1"] .place > button')?.click();
  await tick();
  expect(told()).toEqual(["1"]);
});

test("of several at one screen, whoever has resigned reads it, and their card takes no press", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  drawn(OWN, [0, 1], {}, 0);
  const said = [...document.querySelectorAll(".rim .next")].map((one) => one.textContent);
  expect(said.sort()).toEqual(["A symbol on your card, then its place", "Resigned"]);
  const disabled = (seat: number): boolean[] =>
    [...document.querySelectorAll<HTMLButtonElement>(`.near[data-hand="${seat}"] .symbol`)].map(
      (symbol) => symbol.disabled,
    );
  expect([disabled(0), disabled(1)]).toEqual([[true], [false]]);
  expect([...document.querySelectorAll<HTMLElement>(".near.gone")].map((one) => one.dataset["hand"])).toEqual(
    ["0"],
  );
});

test("of several at one screen, whoever has laid all their cards reads that their team plays on", () => {
  drawn(-1, [0, 1]);
  expect([...document.querySelectorAll(".rim .next")].map((one) => one.textContent)).toContain(
    "Your team plays on",
  );
});

test("what a card is said to count for has room below it before it is said", () => {
  const bottom = (game: messages.IsleView["game"]): number => {
    drawn(OWN, [0], { game });
    const { top, height } = [...document.querySelectorAll<HTMLElement>(".near")].at(-1)?.style ?? {};
    return parseFloat(top ?? "") + parseFloat(height ?? "");
  };
  expect(bottom("route")).toBeLessThan(bottom("welcome"));
});

test("two knights at one screen have all the room for their cards, and no lists between them", () => {
  drawn(OWN, [0, 1], { game: "knights", island: [] });
  const sizes = [...document.querySelectorAll<HTMLElement>(".near")].map(({ style }) =>
    parseInt(style.width),
  );
  expect(sizes).toHaveLength(2);
  expect(Math.min(...sizes)).toBeGreaterThan(400);
  expect(document.querySelector(".fence")).toBeNull();
});

describe("a place that one of two at a tablet has enlarged", () => {
  const press = async (what: string, clientY = 0): Promise<void> => {
    const down = new PointerEvent("pointerdown", { bubbles: true, button: 0, pointerType: "touch", clientY });
    document.querySelector(what)?.dispatchEvent(down);
    await tick();
  };
  beforeEach(async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(820);
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(1180);
    const island = Array.from({ length: 19 }, (_, slot) => (slot < 18 ? slot + 1 : 0));
    drawn(OWN, [0, 1], { island });
    await press('[data-slot="1"] .place > button');
    expect(document.querySelector(".lens")).not.toBe(null);
  });

  test("is theirs alone, and dims nothing for the other", () => {
    expect(document.querySelector(".lens")?.getAttribute("data-owner")).toBe("1");
    expect(document.querySelector(".place.dim")).toBe(null);
  });

  test("is put back by a press on the sea at their side", async () => {
    await press(".sea", 1100);
    expect(document.querySelector(".lens")).not.toBe(null);
    await press(".sea");
    expect(document.querySelector(".lens")).toBe(null);
  });

  test("stays when the other enlarges one, and both say whose they are", async () => {
    await press('[data-slot="17"] .place > button');
    const owners = (what: string): (string | null | undefined)[] =>
      [...document.querySelectorAll(what)].map(
        (one) => one.getAttribute("data-owner") ?? one.getAttribute("data-tapped"),
      );
    expect(owners(".lens").sort()).toEqual(["0", "1"]);
    expect(owners(".tapped.stays").sort()).toEqual(["0", "1"]);
  });
});

test.each([
  ["neither has a visible card", [1, 2], [[1], [1]], ["1"], 1],
  ["one has none", [OWN + 1, 2], [[0, 1], [1]], ["1"], 0],
  ["both have one", [OWN + 1, 36], [[0, 1], [1]], [], 0],
])("in Ports several at one screen see where the centre is while %s", (_, island, open, marked, shut) => {
  drawn(OWN, [0, 1], { game: "ports", island, open });
  const halos = [...document.querySelectorAll(".halo")].map((one) => one.closest("[data-slot]"));
  expect(halos.map((place) => place?.getAttribute("data-slot"))).toEqual(marked);
  // The rest looks as if it could not be played on only where nobody here may.
  expect(document.querySelectorAll(".shut")).toHaveLength(shut);
});

test("of several at one screen, whoever called wrongly reads it at their own edge, and is named", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const happen = drawn(OWN, [0, 1], { frozen: [0, 900] });
  await happen([{ type: "wrong", seat: 1, symbol: 1, cards: [1, 35], until: 900 }]);
  const turned = (what: string): string | undefined =>
    document.querySelector<HTMLElement>(what)?.style.rotate;
  expect([...document.querySelectorAll(".word")].map((one) => one.textContent)).toEqual([
    "boat is not on both cards",
  ]);
  expect(document.querySelector('[data-said="1"] .word')).not.toBe(null);
  expect(turned('.near[data-hand="1"]')).toMatch(/^[1-9]/u);
  expect(turned('[data-said="1"]')).toBe(turned('.near[data-hand="1"]'));
  // At the rim of their part of the screen, not on their card.
  const wide = (what: string) => document.querySelector<HTMLElement>(what)?.style.width;
  expect(wide('[data-said="1"]')).toBe(wide(".rim:has(.crew)"));
  expect(turned(".frost")).toBe(turned('.near[data-hand="1"]'));
  expect(document.querySelector(".island > .unseen")?.textContent).toMatch(/^Guest 2/u);
});
