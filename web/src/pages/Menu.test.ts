import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { sitting } from "../fakes";
import { chair, person, told } from "../sample";
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
  expect(screen.getByText(/a bot or someone else can play on for you/)).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Go home, keep my place", hidden: true }));
  expect(asked(line.sent)).toEqual([]);
  expect(kept("KRTBD")).toBe("t");
  await fireEvent.click(screen.getByRole("button", { name: "Leave the table", hidden: true }));
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
