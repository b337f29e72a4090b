import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { sitting } from "../fakes";
import { chair, person, told } from "../sample";
import { load } from "../texts.svelte";
import Reactions from "./Reactions.svelte";

beforeAll(() => load("en"));

const ALONE = told({
  persons: [person(1, "Ada"), person(2, "Bruno")],
  chairs: [chair({ seat: 0, name: "Bruno", member: 2 }), chair({ seat: 1, name: "Ada", member: 1 })],
});
const SHARED = { ...ALONE, chairs: [...ALONE.chairs, chair({ seat: 2, name: "Cleo", member: 1 })] };

test("whoever has a screen alone reacts from their seat", async () => {
  const { table, line } = sitting(1, ALONE);
  render(Reactions, { table });
  await fireEvent.click(screen.getByRole("button", { name: "React" }));
  expect(screen.queryByRole("radio")).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Wow" }));
  expect(JSON.parse(line.sent.at(-1) ?? "null")).toMatchObject({ type: "react", reaction: "wow", seat: 1 });
});

test("where several share a screen, each of them can react", async () => {
  const { table, line } = sitting(1, SHARED);
  render(Reactions, { table });
  await fireEvent.click(screen.getByRole("button", { name: "React" }));
  expect(screen.getByRole("radio", { name: "Ada" })).toHaveProperty("checked", true);
  await fireEvent.click(screen.getByRole("radio", { name: "Cleo" }));
  await fireEvent.click(screen.getByRole("button", { name: "Wow" }));
  expect(JSON.parse(line.sent.at(-1) ?? "null")).toMatchObject({ type: "react", reaction: "wow", seat: 2 });
});

test("whoever only watches reacts from no seat", async () => {
  const { table, line } = sitting(3, ALONE);
  render(Reactions, { table });
  await fireEvent.click(screen.getByRole("button", { name: "React" }));
  await fireEvent.click(screen.getByRole("button", { name: "Wow" }));
  expect(JSON.parse(line.sent.at(-1) ?? "null")).not.toHaveProperty("seat");
});

test("every reaction is a picture with its word below", async () => {
  const { table } = sitting(1, ALONE);
  render(Reactions, { table });
  await fireEvent.click(screen.getByRole("button", { name: "React" }));
  const buttons = within(screen.getByRole("group")).getAllByRole("button");
  const drawn = buttons.map((one) => one.querySelector("svg")?.innerHTML);
  expect(new Set(drawn).size).toBe(8);
  expect(buttons.map((one) => one.textContent.trim())).toContain("Thank you");
});

test("a press elsewhere closes the reactions, one among them does not", async () => {
  const { table } = sitting(1, SHARED);
  render(Reactions, { table });
  await fireEvent.click(screen.getByRole("button", { name: "React" }));
  await fireEvent.pointerDown(screen.getByRole("radio", { name: "Cleo" }));
  expect(screen.queryByRole("button", { name: "Wow" })).toBeTruthy();
  await fireEvent.pointerDown(document.body);
  expect(screen.queryByRole("button", { name: "Wow" })).toBeNull();
});

test("Escape closes the reactions, returns to their button and does nothing else", async () => {
  const { table } = sitting(1, ALONE);
  render(Reactions, { table });
  const opener = screen.getByRole("button", { name: "React" });
  const elsewhere = vi.fn();
  document.body.addEventListener("keydown", elsewhere);
  await fireEvent.click(opener);
  await fireEvent.keyDown(document.body, { key: "Escape" });
  expect(screen.queryByRole("group")).toBeNull();
  expect(document.activeElement).toBe(opener);
  expect(elsewhere).not.toHaveBeenCalled();
  await fireEvent.keyDown(document.body, { key: "Escape" });
  expect(elsewhere).toHaveBeenCalledOnce();
  document.body.removeEventListener("keydown", elsewhere);
});

test("whoever reacts by keyboard is back at the button", async () => {
  const { table } = sitting(1, ALONE);
  render(Reactions, { table });
  const opener = screen.getByRole("button", { name: "React" });
  await fireEvent.click(opener);
  await fireEvent.click(screen.getByRole("button", { name: "Wow" }), { detail: 0 });
  expect(screen.queryByRole("group")).toBeNull();
  expect(document.activeElement).toBe(opener);
});
