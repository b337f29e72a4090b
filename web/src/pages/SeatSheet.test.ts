import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sitting, type Line } from "../fakes";
import type * as messages from "../messages";
import { chair, person, told } from "../sample";
import { settings } from "../settings.svelte";
import { load } from "../texts.svelte";
import SeatSheet from "./SeatSheet.svelte";

const CHAIRS = [
  chair({ seat: 0, name: "Ada", member: 1 }),
  chair({ seat: 1, name: "Guest 2", member: 1, team: 1 }),
];
const onclose = vi.fn();
let line: Line;

beforeAll(() => load("en"));
beforeEach(() => {
  onclose.mockClear();
  settings.chosen.name = "Ada";
});

function open(seat: 0 | 1): void {
  const here = sitting(1, told({ phase: "gathering", chairs: CHAIRS, persons: [person(1, "Ada")] }));
  line = here.line;
  const info: messages.Info = { name: "karta", version: 1, shapes: { 2: [[1, 1]] } };
  render(SeatSheet, { table: here.table, info, bots: [], chair: CHAIRS[seat] ?? chair({}), onclose });
}
const asked = (): unknown[] => line.sent.slice(1).map((text): unknown => JSON.parse(text));
const press = (name: string): Promise<boolean> =>
  fireEvent.click(screen.getByRole("button", { name, hidden: true }));
const type = (name: string): Promise<boolean> =>
  fireEvent.input(screen.getByRole("textbox", { hidden: true }), { target: { value: name } });

test("a name that was typed is kept, however the sheet is closed", async () => {
  open(1);
  await type("Bo");
  await fireEvent(screen.getByRole("dialog", { hidden: true }), new Event("cancel"));
  expect(asked()).toMatchObject([{ type: "sit", seat: 1, name: "Bo", also: true }]);
  expect(onclose).toHaveBeenCalledTimes(1);
});

test("a face stays the same while a name is typed", async () => {
  open(1);
  const face = (): string | undefined => document.querySelector(".chosen svg")?.innerHTML;
  const before = face();
  await type("Bo");
  expect(before).toBeTruthy();
  expect(face()).toBe(before);
});

test("one's own name is that of the settings", async () => {
  open(0);
  await type(" Lovelace ");
  await press("Close");
  expect(settings.chosen.name).toBe("Lovelace");
  expect(asked()).toEqual([]);
});

test("whoever looks and closes asks for nothing", async () => {
  open(1);
  await press("Close");
  expect(asked()).toEqual([]);
});

test("someone on this screen is removed, and what was typed for them with them", async () => {
  open(1);
  await type("Bo");
  await press("Remove from this screen");
  expect(asked()).toMatchObject([{ type: "stand", seat: 1 }]);
});

test("nobody is removed from the table with one press", async () => {
  const bruno = chair({ seat: 1, name: "Bruno", member: 2, team: 1 });
  const chairs = [chair({ seat: 0, name: "Ada", member: 1 }), bruno];
  const persons = [person(1, "Ada"), person(2, "Bruno")];
  const table = told({ phase: "gathering", host: 1, chairs, persons });
  const here = sitting(1, table);
  line = here.line;
  const info: messages.Info = { name: "karta", version: 1, shapes: { 2: [[1, 1]] } };
  render(SeatSheet, { table: here.table, info, bots: [], chair: bruno, onclose });
  await press("Remove");
  expect(screen.getByText("Remove Bruno?")).toBeTruthy();
  expect(asked()).toEqual([]);
  await press("Remove");
  expect(asked()).toMatchObject([{ type: "remove", member: 2 }]);
  line.says({ ...table, chairs: chairs.slice(0, 1), persons: persons.slice(0, 1) });
  expect(here.table.news).toBe("Bruno was removed.");
});
