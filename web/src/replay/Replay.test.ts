import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Declined } from "../api";
import { router } from "../router.svelte";
import { clockTime, load } from "../texts.svelte";
import Replay from "./Replay.svelte";
import { frame, replay } from "./sample";

vi.mock("./own", () => ({ ownSeat: (record: string) => (record === "mine" ? 1 : null) }));
vi.mock("../games", async (original) => ({
  ...(await original<object>()),
  drawing: () => () => Promise.resolve({ default: () => ({}) }),
}));

const sent: { path: string; body: unknown }[] = [];

beforeAll(() => load("en"));
beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal("fetch", (asked: URL, init?: RequestInit) => {
    sent.push({ path: asked.pathname, body: init?.body });
    const problem = { key: "error.record", text: "This is not a saved game.", rule: "" };
    return Promise.resolve(new Response(JSON.stringify(problem), { status: 400 }));
  });
});

/** Drops a file on the page; returns whether the browser was kept from opening it. */
async function drop(...files: File[]): Promise<boolean> {
  const event = new Event("drop", { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { files } });
  await fireEvent(window, event);
  return event.defaultPrevented;
}

const FILE = new File(["{}"], "game.json");

test("a file that is dropped on the page is sent to be replayed", async () => {
  render(Replay, { record: "", asked: null });
  expect(await drop(FILE)).toBe(true);
  expect(await screen.findByText("This is not a saved game.")).toBeTruthy();
  expect(sent).toEqual([{ path: "/api/replay", body: FILE }]);
});

test("a file that is too large is not sent at all", async () => {
  render(Replay, { record: "", asked: null });
  const large = new File([new Uint8Array((2 << 20) + 1)], "large.json");
  await drop(large);
  expect(await screen.findByText("This file is larger than 2 MB. No game is that long.")).toBeTruthy();
  expect(sent).toEqual([]);
  await drop(new File([new Uint8Array(2 << 20)], "as-large.json"));
  expect(await screen.findByText("This is not a saved game.")).toBeTruthy();
});

test("what is no file changes nothing", async () => {
  render(Replay, { record: "", asked: null });
  expect(await drop()).toBe(true);
  expect(sent).toEqual([]);
  expect(screen.getByText(/Choose/)).toBeTruthy();
});

test("a run that is sealed says until when, by the clocks here", async () => {
  const problem = { key: "error.sealed", text: "Sealed until midnight UTC.", rule: "" };
  render(Replay, { record: "sealed", asked: Promise.reject(new Declined(problem)) });
  const time = clockTime(new Date().setUTCHours(0, 0, 0, 0)).replace(/\s/g, " ");
  expect(await screen.findByText(`until the day ends, at ${time}.`, { exact: false })).toBeTruthy();
});

test("a game of this server that cannot be shown leads back to where one came from", async () => {
  router.go("/book");
  router.go("/r/sealed");
  const problem = { key: "error.damaged", text: "This game is damaged.", rule: "" };
  render(Replay, { record: "sealed", asked: Promise.reject(new Declined(problem)) });
  expect(await screen.findByText("This game is damaged.")).toBeTruthy();
  expect(screen.queryByText(/Choose/)).toBeNull();
  const left = new Promise((back) => addEventListener("popstate", back, { once: true }));
  await fireEvent.click(screen.getByRole("button", { name: "Back" }));
  await left;
  expect(router.page).toBe("book");
});

test("a file that is dropped on another game's replay takes its place", async () => {
  router.go("/r/abc");
  const { unmount } = render(Replay, { record: "abc", asked: new Promise<never>(() => undefined) });
  await drop(FILE);
  expect(router.record).toBe("");
  unmount();
  render(Replay, { record: "", asked: null });
  expect(await screen.findByText("This is not a saved game.")).toBeTruthy();
  expect(sent).toEqual([{ path: "/api/replay", body: FILE }]);
});

/** Lets the server replay every file as a game of so many steps. */
function replayed(steps: number): void {
  const frames = Array.from({ length: steps }, (_, at) => frame(at));
  vi.stubGlobal("fetch", ({ pathname }: URL) =>
    Promise.resolve(
      new Response(JSON.stringify(pathname === "/api/replay" ? replay(frames) : { games: [], texts: {} })),
    ),
  );
}

async function moment(): Promise<HTMLInputElement> {
  return screen.findByRole<HTMLInputElement>("slider", { name: "Position in the game" });
}

test("a second file begins at its beginning, wherever the first one was", async () => {
  router.go("/r#7");
  replayed(10);
  render(Replay, { record: "", asked: null });
  await drop(FILE);
  const first = await moment();
  expect(first.value).toBe("7");
  replayed(9);
  await drop(new File(["{}"], "other.json"));
  await waitFor(async () => {
    expect((await moment()).max).toBe("8");
  });
  expect((await moment()).value).toBe("0");
  expect(router.open).toBe("");
  expect(screen.getByText("8 steps to come")).toBeTruthy();
});

test("a link to another moment is followed where the game is open already", async () => {
  router.go("/r/abc#2");
  replayed(0);
  const frames = [0, 1, 2, 3, 4, 5].map((at) => frame(at));
  render(Replay, { record: "abc", asked: Promise.resolve(replay(frames)) });
  expect((await moment()).value).toBe("2");
  // As a browser follows a fragment: the new entry has no state.
  history.pushState(null, "", "/r/abc#4");
  dispatchEvent(new PopStateEvent("popstate"));
  dispatchEvent(new HashChangeEvent("hashchange"));
  await waitFor(async () => {
    expect((await moment()).value).toBe("4");
  });
  for (const elsewhere of ["#settings", "#%"]) {
    history.replaceState(null, "", `/r/abc${elsewhere}`);
    dispatchEvent(new HashChangeEvent("hashchange"));
    await new Promise((done) => setTimeout(done));
    expect((await moment()).value).toBe("4");
  }
});

test.each([
  ["one's own game", "catatac", "mine", "", "1"],
  ["the mistakes of a screen", "catatac", "abc", "#mistake-0-1", "0"],
  ["anybody's mistakes", "catatac", "abc", "#mistake", ""],
  ["a game of others", "catatac", "abc", "", ""],
  ["a game where nothing is hidden", "karta", "mine", "", ""],
])("%s opens at once with the eyes of whoever played it here", async (_, game, record, open, eyes) => {
  router.go(`/r/${record}${open}`);
  render(Replay, { record, asked: Promise.resolve(replay([frame(0)], { game })) });
  const picked = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Seen by" });
  expect(picked.value).toBe(eyes);
});
