import { beforeEach, expect, test, vi } from "vitest";
import { renewed } from "./renewal";

/** Opens a page in some way, lets parts of it be missing, and tells how often it was reloaded. */
async function reloads(type: string, age: number, missing = 1): Promise<number> {
  const opened = Object.assign(performance.mark("opened"), { type });
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([opened]);
  vi.spyOn(performance, "now").mockReturnValue(age);
  const reload = vi.fn();
  const forget = renewed(reload);
  for (let i = 0; i < missing; i++) dispatchEvent(new Event("vite:preloadError"));
  await Promise.resolve().then(() => {});
  forget();
  return reload.mock.calls.length;
}

beforeEach(() => {
  vi.restoreAllMocks();
  vi.stubGlobal("fetch", () => Promise.resolve({ ok: true }));
});

test("a page whose code is gone after an upgrade is reloaded, once", async () => {
  expect(await reloads("navigate", 5_000)).toBe(1);
  expect(await reloads("navigate", 5_000, 3)).toBe(1);
});

test("a page that has only just been reloaded is not reloaded again", async () => {
  expect(await reloads("reload", 5_000)).toBe(0);
  expect(await reloads("reload", 3_600_000)).toBe(1);
});

test("without a connection the page stays", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("There is no server.")));
  expect(await reloads("navigate", 5_000)).toBe(0);
});
