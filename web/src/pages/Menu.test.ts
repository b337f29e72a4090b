import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { sitting } from "../fakes";
import type * as messages from "../messages";
import { chair, person, told } from "../sample";
import type { Table } from "../Table.svelte";
import { load } from "../texts.svelte";
import { kept } from "../tokens";
import Leave from "./Leave.svelte";
import Menu from "./Menu.svelte";
import { router } from "../router.svelte";

beforeAll(() => load("en"));

const TABLE = told({
  persons: [person(1, "Ada"), person(2, "Bruno")],
  chairs: [chair({ seat: 0, name: "Ada", member: 1 }), chair({ seat: 1, name: "Bruno", member: 2 })],
});
const asked = (sent: string[]): unknown[] =>
  sent.map((text): unknown => JSON.parse(text)).filter((one) => JSON.stringify(one).includes('"leave"'));

test("leaving is asked about before anything is sent", async () => {
  const { table, line } = sitting(2, TABLE);
  render(Menu, { table });
  await fireEvent.click(screen.getByRole("button", { name: "Leave…", hidden: true }));
  expect(router.open).toBe("leave");
  expect(asked(line.sent)).toEqual([]);
});

test("who only goes home keeps the seat; who leaves gives it up", async () => {
  const { table, line } = sitting(2, TABLE);
  render(Leave, { table });
  expect(described("Leave the table")).toContain("A bot or someone else can play on for you.");
  await fireEvent.click(screen.getByRole("button", { name: "Go home, keep my place", hidden: true }));
  expect(asked(line.sent)).toEqual([]);
  expect(kept("KRTBD")).toBe("t");
  await fireEvent.click(button("Leave the table"));
  expect(asked(line.sent)).toEqual([]);
  await fireEvent.click(button("Cancel"));
  await fireEvent.click(button("Leave the table"));
  expect(screen.getByText("Leave in the middle of the game?")).toBeTruthy();
  await fireEvent.click(button("Leave the table"));
  expect(asked(line.sent)).toMatchObject([{ type: "leave" }]);
});

test("who has nothing to lose leaves without being asked twice", async () => {
  const { table, line } = sitting(2, { ...TABLE, phase: "over" });
  render(Leave, { table });
  await fireEvent.click(button("Leave the table"));
  expect(asked(line.sent)).toMatchObject([{ type: "leave" }]);
});

test("the lesson can be had again, but not while a game runs on behind it", async () => {
  const onlesson = vi.fn();
  const { unmount } = render(Menu, { table: sitting(2, TABLE).table, onlesson });
  expect(screen.queryByRole("button", { name: "Take the lesson again", hidden: true })).toBeNull();
  unmount();
  render(Menu, { table: sitting(2, told({ ...TABLE, phase: "gathering" })).table, onlesson });
  await fireEvent.click(screen.getByRole("button", { name: "Take the lesson again", hidden: true }));
  expect(onlesson).toHaveBeenCalledOnce();
});

const SHARED = told({
  persons: [person(1, "Ada"), person(2, "Cleo")],
  chairs: [
    chair({ seat: 0, team: 0, name: "Ada", member: 1, resigned: true }),
    chair({ seat: 1, team: 1, name: "Bruno", member: 1, draw: true }),
    chair({ seat: 2, team: 2, name: "Cleo", member: 2 }),
    chair({ seat: 3, team: 3, name: "Dora", member: 1 }),
  ],
});
const button = (name: string): HTMLElement => screen.getByRole("button", { name, hidden: true });
/** Returns what is said below the label of a row. */
const described = (name: string): string => {
  const row = button(name);
  const line = document.getElementById(row.getAttribute("aria-describedby") ?? "");
  expect(row.contains(line)).toBe(true);
  return line?.textContent ?? "";
};
const buttons = (name: RegExp): (string | null)[] =>
  screen
    .queryAllByRole("button", { name, hidden: true })
    .map((one) => one.getAttribute("aria-label") ?? one.textContent.trim());

test("everyone who shares a screen can resign by name, even after the first has", async () => {
  const { table, line } = sitting(1, SHARED);
  render(Menu, { table });
  expect(buttons(/^Resign/)).toEqual(["Resign as Bruno", "Resign as Dora"]);
  expect(button("Resign as Dora").textContent).toBe("Dora");
  expect(button("Resign as Dora").closest("li")).toBe(button("Resign as Bruno").closest("li"));
  await fireEvent.click(button("Resign as Dora"));
  expect(screen.getByText("Resign this game as Dora?")).toBeTruthy();
  expect(screen.getByText("Dora stops playing and can watch. The others play on.")).toBeTruthy();
  await fireEvent.click(button("Resign as Dora"));
  expect(JSON.parse(line.sent.at(-1) ?? "null")).toMatchObject({ type: "resign", seat: 3 });
});

test("everyone who shares a screen can offer a draw, and withdraw their own offer", async () => {
  const { table, line } = sitting(1, SHARED);
  render(Menu, { table });
  await fireEvent.click(button("Offer a draw as Dora"));
  expect(JSON.parse(line.sent.at(-1) ?? "null")).toMatchObject({ type: "draw", seat: 3, agree: true });
  await fireEvent.click(button("Withdraw Bruno’s offer"));
  expect(JSON.parse(line.sent.at(-1) ?? "null")).toMatchObject({ type: "draw", seat: 1, agree: false });
});

test("whoever has a screen alone is not named, and cannot resign twice", async () => {
  const { unmount } = render(Menu, { table: sitting(2, TABLE).table });
  expect(buttons(/^(Resign|Offer)/)).toEqual(["Resign", "Offer a draw"]);
  await fireEvent.click(button("Resign"));
  expect(screen.getByText("Resign this game?")).toBeTruthy();
  unmount();
  const resigned = TABLE.chairs.map((one) => ({ ...one, resigned: one.seat === 1 }));
  render(Menu, { table: sitting(2, { ...TABLE, chairs: resigned }).table });
  expect(buttons(/^(Resign|Offer)/)).toEqual([]);
});

test("whoever resigns is told what comes of it, in the menu and again before it is done", async () => {
  const against = (chairs: readonly Partial<messages.Chair>[]): Table =>
    sitting(
      1,
      told({
        persons: [person(1, "Ada")],
        chairs: chairs.map((one, seat) => chair({ seat, team: seat, ...one })),
      }),
    ).table;
  const said = async (table: Table): Promise<string> => {
    const { unmount } = render(Menu, { table });
    const why = described("Resign");
    await fireEvent.click(button("Resign"));
    expect(screen.getByText(why).tagName).toBe("P");
    unmount();
    return why;
  };
  const [ada, bruno, bot] = [{ member: 1 }, { member: 2 }, { bot: "easy" }];
  expect(await said(against([ada, bruno]))).toBe("You lose, and the game ends.");
  expect(await said(against([ada, bot]))).toBe("You lose, and the game ends.");
  expect(await said(against([ada, bot, bot]))).toBe(
    "Only bots will be left: the game ends without a winner.",
  );
  expect(await said(against([ada, bruno, bot]))).toBe("You stop playing and can watch. The others play on.");
  expect(await said(against([ada]))).toBe("The game ends.");
});

test("leaving says what comes of it", () => {
  const { unmount } = render(Menu, { table: sitting(2, TABLE).table });
  expect(described("Leave…")).toBe("The others play on. Keep your seat for later, or give it up.");
  unmount();
  render(Menu, { table: sitting(2, { ...TABLE, phase: "gathering" }).table });
  expect(described("Leave…")).toBe("Keep your place for later, or give it up.");
});

test("only the host can end the game for all, where one leaves, and is asked before", async () => {
  const { unmount } = render(Leave, { table: sitting(2, TABLE).table });
  expect(buttons(/^Abandon/)).toEqual([]);
  unmount();
  const { table, line } = sitting(1, TABLE);
  render(Leave, { table });
  expect(described("Abandon the game")).toBe("It ends for everyone.");
  await fireEvent.click(button("Abandon the game"));
  expect(screen.getByText("Nobody wins and nobody scores. This cannot be undone.")).toBeTruthy();
  expect(screen.queryByText(/It ends for everyone/)).toBeNull();
  expect(screen.getByText("Abandon the game?")).toBeTruthy();
  await fireEvent.click(button("Cancel"));
  await fireEvent.click(button("Abandon the game"));
  expect(line.sent).toHaveLength(1);
  await fireEvent.click(button("Abandon the game"));
  expect(JSON.parse(line.sent.at(-1) ?? "null")).toMatchObject({ type: "abandon" });
});

test("the last person with a seat is told that leaving ends the game", () => {
  const chairs = [chair({ seat: 0, member: 2 }), chair({ seat: 1, bot: "easy", team: 1 })];
  const { table } = sitting(2, { ...TABLE, chairs });
  const { unmount } = render(Menu, { table });
  expect(described("Leave…")).toBe("Keep your seat for later, or give it up and end the game.");
  unmount();
  render(Leave, { table });
  expect(described("Leave the table")).toContain("the game ends without a winner");
});

test("the menu is short, and a game of turns is resigned or drawn from it", () => {
  const named = (): (string | null)[] => buttons(/./).filter((name) => name !== "Close");
  const { unmount } = render(Menu, { table: sitting(1, TABLE).table });
  expect(described("Leave…")).toBe("Keep your seat for later, give it up, or abandon the game.");
  expect(named()).toEqual([
    "Rules",
    "Settings",
    "Invite friends",
    "Players",
    "Pause",
    "Resign",
    "Offer a draw",
    "Leave…",
  ]);
  expect(button("Resign").closest("li")).toBe(button("Offer a draw").closest("li"));
  unmount();
  render(Menu, { table: sitting(1, { ...TABLE, phase: "gathering" }).table });
  expect(named()).toEqual(["Rules", "Settings", "Invite friends", "Leave…"]);
});

test("a draw is offered in games of turns, where it is shown, and not in games of speed", () => {
  render(Menu, { table: sitting(2, { ...TABLE, deck: { order: 7, cards: 55 } }).table });
  expect(buttons(/^(Resign|Offer)/)).toEqual(["Resign"]);
});
