import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { Line, sitting } from "../fakes";
import type * as messages from "../messages";
import { chair, person, told } from "../sample";
import { load } from "../texts.svelte";
import Seats from "./Seats.svelte";

beforeAll(() => load("en"));
afterEach(() => vi.useRealTimers());

const CATATAC: messages.Info = { name: "catatac", version: 2, shapes: { "4": [[2, 2]] }, options: [] };
const CHAIRS = [
  chair({ seat: 0, team: 0, name: "Ada", member: 1 }),
  chair({ seat: 1, team: 1, name: "Bruno", member: 2 }),
];
const LOBBY = told({ phase: "gathering", chairs: CHAIRS, persons: [person(1, "Ada"), person(2, "Bruno")] });

test("the clans of CATATAC are White and Black, each with its cat", () => {
  render(Seats, { table: sitting(1, LOBBY).table, info: CATATAC, bots: [] });
  for (const [clan, name] of [
    ["White clan", "Ada"],
    ["Black clan", "Bruno"],
  ] as const) {
    const tray = screen.getByRole("list", { name: clan });
    expect(within(tray).getByText(clan).querySelector("svg")).not.toBeNull();
    expect(within(tray).getByText(name)).toBeTruthy();
    expect(within(tray).getByRole("button", { name: clan }).querySelector("svg")).not.toBeNull();
  }
  const [white, black] = [...document.querySelectorAll(".named svg")].map((cat) => cat.innerHTML);
  expect(white).not.toBe(black);
});

test("where teams sit alternately, one reads that the table sees to it", () => {
  const { unmount } = render(Seats, { table: sitting(1, LOBBY).table, info: CATATAC, bots: [] });
  expect(screen.queryByText(/seats the clans alternately/)).toBeNull();
  unmount();
  render(Seats, { table: sitting(1, LOBBY).table, info: { ...CATATAC, alternate: true }, bots: [] });
  expect(screen.getByText(/seats the clans alternately/)).toBeTruthy();
});

test("people who are back after all were gone are shown as here, you included", async () => {
  vi.useFakeTimers();
  const gone = { ...LOBBY, host: 3, chairs: CHAIRS.map((one) => ({ ...one, away: true })) };
  const { table, line } = sitting(1, gone);
  render(Seats, { table, info: CATATAC, bots: [] });
  expect(screen.getAllByText("Away")).toHaveLength(2);
  line.onclose?.();
  await vi.advanceTimersByTimeAsync(1000);
  const back = Line.last;
  back.opens();
  back.says({ type: "welcome", version: 2, id: 0, code: LOBBY.code, member: 1, token: "t" });
  back.says({ ...LOBBY, host: 3 });
  await tick();
  expect(screen.queryByText("Away")).toBeNull();
  expect(screen.getByText("You")).toBeTruthy();
});

test("whoever is added on this screen comes with a face of their own", async () => {
  const chairs = CHAIRS.map((one, seat) => ({ ...one, face: seat + 3 }));
  const { table, line } = sitting(1, { ...LOBBY, chairs });
  render(Seats, { table, info: CATATAC, bots: [] });
  await fireEvent.click(screen.getByRole("button", { name: "Add a player on this screen" }));
  const asked: unknown = JSON.parse(line.sent.at(-1) ?? "null");
  expect(asked).toMatchObject({ also: true, face: 5 });
  // Whatever this screen would call them, others may speak another language.
  expect(asked).not.toHaveProperty("name");
});

test("who may be added stands before the teams, however many play, and what one may do behind them", () => {
  render(Seats, {
    table: sitting(1, { ...LOBBY, chairs: CHAIRS.slice(0, 1) }).table,
    info: CATATAC,
    bots: ["easy"],
  });
  const order = [...document.querySelectorAll("[data-add=bot], .tray, p")].map((one) => one.className);
  expect(order.map((name) => name.split(" ")[0])).toEqual(["take", "tray", "tray", "soft", "soft"]);
});

test("a pencil on one's own seat says that its name can be changed", () => {
  render(Seats, { table: sitting(2, LOBBY).table, info: CATATAC, bots: [] });
  const drawn = ["Ada", "Bruno"].map((name) => screen.getByText(name).nextElementSibling?.tagName);
  expect(drawn).toEqual([undefined, "svg"]);
});

test("everyone has a place round the table, oneself at the bottom, clans in turns", () => {
  const chairs = ["Ada", "Bruno", "Cleo", "Dan"].map((name, seat) =>
    chair({ seat, team: seat < 2 ? 0 : 1, name, member: seat + 1 }),
  );
  const info = { ...CATATAC, alternate: true };
  render(Seats, { table: sitting(3, { ...LOBBY, chairs }).table, info, bots: [] });
  const place = (name: string): (string | undefined)[] => {
    const style = screen.getByText(name).closest("li")?.style;
    return [style?.getPropertyValue("--x"), style?.getPropertyValue("--y")];
  };
  expect(["Cleo", "Bruno", "Dan", "Ada"].map(place)).toEqual([
    ["0.5", "1"],
    ["0", "0.5"],
    ["0.5", "0"],
    ["1", "0.5"],
  ]);
});

test("at a table with no room round it, seats are a list and no more", () => {
  const chairs = Array.from({ length: 9 }, (_, seat) => chair({ seat, team: seat, member: seat + 1 }));
  const info = { ...CATATAC, shapes: { "9": [Array<number>(9).fill(1)] } };
  render(Seats, { table: sitting(1, { ...LOBBY, chairs }).table, info, bots: [] });
  expect(screen.getAllByRole("listitem")).toHaveLength(9);
  expect(document.querySelector(".table, li[style]")).toBeNull();
});
