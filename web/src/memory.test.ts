import { tick } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";
import { keepInMind } from "./memory";
import { keep, kept, tables } from "./tokens";

beforeEach(() => localStorage.clear());

test("a token that was kept comes back", () => {
  keep("ABCDE", false, "secret");
  expect(kept("ABCDE")).toBe("secret");
  expect(tables()).toEqual(["ABCDE"]);
});

test.each([null, 7, {}, "x", [null, 7, { code: "ABCDE" }]])("tokens kept as %j are none", (value) => {
  keepInMind("tables", value);
  expect(tables()).toEqual([]);
  expect(kept("ABCDE")).toBe("");
});

test("settings that nobody can have chosen are not believed, those beside them are", async () => {
  keepInMind("settings", { language: "xx", volume: "loud", guided: [1], left: true, gone: 1 });
  vi.resetModules();
  const { chosen } = (await import("./settings.svelte")).settings;
  expect(chosen).toMatchObject({ language: "en", volume: 60, guided: [], left: true });
  expect(chosen).not.toHaveProperty("gone");
});

test.each([{}, { face: 0 }, { face: 25 }])(
  "a face is drawn on the first visit, and kept: %j",
  async (value) => {
    keepInMind("settings", value);
    vi.resetModules();
    const first = (await import("./settings.svelte")).settings.chosen;
    expect(first.face).toBeGreaterThanOrEqual(1);
    await tick();
    vi.resetModules();
    vi.spyOn(Math, "random").mockReturnValue((first.face % 24) / 24); // The one after it.
    expect((await import("./settings.svelte")).settings.chosen.face).toBe(first.face);
    vi.restoreAllMocks();
  },
);

test("text that is no JSON is nothing", async () => {
  localStorage.setItem("cartable.settings", "{");
  vi.resetModules();
  expect((await import("./settings.svelte")).settings.chosen.volume).toBe(60);
});
