import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { load } from "../texts.svelte";
import Settings from "./Settings.svelte";

beforeAll(() => load("en"));

const full = (): HTMLInputElement | null =>
  screen.queryByRole<HTMLInputElement>("switch", { name: "Full screen", hidden: true });

test("the settings take the whole screen and give it back, where the browser can", async () => {
  const { unmount } = render(Settings);
  expect(full()).toBeNull();
  unmount();
  const become = (element: Element | null) => () => {
    Object.assign(document, { fullscreenElement: element });
    document.dispatchEvent(new Event("fullscreenchange"));
    return Promise.resolve();
  };
  const taken = vi.fn(become(document.documentElement));
  const left = vi.fn(become(null));
  Object.assign(document.documentElement, { requestFullscreen: taken });
  Object.defineProperties(document, {
    fullscreenEnabled: { configurable: true, value: true },
    fullscreenElement: { configurable: true, writable: true, value: null },
    exitFullscreen: { configurable: true, value: left },
  });
  render(Settings);
  expect(full()?.checked).toBe(false);
  for (const calls of [
    [1, 0],
    [1, 1],
  ]) {
    await fireEvent.click(full() ?? document.body);
    expect([taken.mock.calls.length, left.mock.calls.length]).toEqual(calls);
  }
  // The browser's own key does it as well.
  await become(document.documentElement)();
  await tick();
  expect(full()?.checked).toBe(true);
});
