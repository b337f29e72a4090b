import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { load } from "../texts.svelte";
import { keep, keepRecord } from "../tokens";
import { frame, replay } from "./sample";
import Share from "./Share.svelte";
import { Tape } from "./Tape.svelte";

beforeAll(() => load("en"));
beforeEach(() => localStorage.clear());

const SAVE = "https://example.org/api/records/abc";

function share(link = "https://example.org/r/abc", index = 0): void {
  const tape = new Tape(replay([frame(0), frame(1), frame(2)], { link }));
  tape.index = index;
  render(Share, { tape, link: "abc", save: SAVE, onclose: () => undefined });
}

function file(): string {
  return screen.getByRole<HTMLAnchorElement>("link", { name: "Save this game" }).href;
}

test.each([
  [0, "/api/records/abc/qr.svg"],
  [2, "/api/records/abc/qr.svg?moment=2"],
])("the QR code leads to the moment that the link leads to, %i", (index, path) => {
  share("https://example.org/r/abc", index);
  const { pathname, search } = new URL(screen.getByRole<HTMLImageElement>("img").src);
  expect(pathname + search).toBe(path);
});

test("beside the picture stands the address to type, and at home that it takes the same Wi-Fi", () => {
  share("http://192.168.1.20:8000/r/abc", 2);
  expect(screen.getByText("192.168.1.20:8000").textContent).toBe("192.168.1.20:8000/r/abc#2");
  expect(screen.getByText("On the same Wi-Fi as this device")).toBeTruthy();
});

test("a server on the internet asks for no Wi-Fi", () => {
  share();
  expect(screen.getByText("example.org").textContent).toBe("example.org/r/abc");
  expect(screen.queryByText(/Wi-Fi/)).toBeNull();
});

test("without names the address and the file are those of the game without names", async () => {
  const veiled = { record: "fed", link: "https://example.org/r/fed" };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(veiled))));
  share();
  expect(file()).toBe(SAVE);
  await fireEvent.click(screen.getByRole("checkbox", { name: "Without names" }));
  expect((await screen.findByText("example.org")).textContent).toBe("example.org/r/fed");
  expect(new URL(file()).pathname).toBe("/api/records/fed");
  await fireEvent.click(screen.getByRole("checkbox", { name: "Without names" }));
  expect(file()).toBe(SAVE);
});

test("whoever cannot delete a game is told who can", () => {
  share();
  expect(screen.getByText(/^Only the host can delete this game/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Delete this game" })).toBeNull();
});

test("the host is offered to delete a game", () => {
  keep("KRTBD", false, "token");
  keepRecord("abc", "KRTBD");
  share();
  expect(screen.getByRole("button", { name: "Delete this game" })).toBeTruthy();
  expect(screen.queryByText(/^Only the host can delete this game/)).toBeNull();
});
