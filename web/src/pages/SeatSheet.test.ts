import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test } from "vitest";
import { sitting } from "../fakes";
import type { Info } from "../messages";
import { chair, person, told } from "../sample";
import { settings } from "../settings.svelte";
import { load } from "../texts.svelte";
import SeatSheet from "./SeatSheet.svelte";

const ADA = chair({ seat: 0, name: "Ada", member: 1 });
const GUEST = chair({ seat: 1, name: "Guest 2", member: 1, face: 3 });
const INFO: Info = { name: "karta", version: 1, shapes: { "2": [[1, 1]] } };

beforeAll(() => load("en"));

async function choose(name: string): Promise<void> {
  await fireEvent.click(screen.getByRole("button", { name: "Choose a face", hidden: true }));
  await fireEvent.click(screen.getByRole("radio", { name, hidden: true }));
}

test("whoever plays on the same screen gets a name and a face of their own", async () => {
  const { table, line } = sitting(1, told({ chairs: [ADA, GUEST], persons: [person(1, "Ada")] }));
  render(SeatSheet, { table, info: INFO, bots: [], chair: GUEST, onclose: () => {} });
  await choose("Face 17");
  await fireEvent.input(screen.getByRole("textbox", { hidden: true }), { target: { value: "Bo" } });
  await fireEvent.click(screen.getByRole("button", { name: "Save", hidden: true }));
  expect(JSON.parse(line.sent.at(-1) ?? "null")).toMatchObject({
    type: "sit",
    seat: 1,
    name: "Bo",
    face: 17,
    also: true,
  });
});

test("one's own face is that of the settings, and stays on this machine", async () => {
  const { table, line } = sitting(1, told({ chairs: [ADA, GUEST], persons: [person(1, "Ada")] }));
  const before = line.sent.length;
  render(SeatSheet, { table, info: INFO, bots: [], chair: ADA, onclose: () => {} });
  await choose("Face 4");
  await fireEvent.click(screen.getByRole("button", { name: "Save", hidden: true }));
  expect(settings.chosen).toMatchObject({ name: "Ada", face: 4 });
  expect(line.sent.length).toBe(before);
});
