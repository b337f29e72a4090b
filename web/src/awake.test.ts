import { afterEach, expect, test, vi } from "vitest";
import { keepAwake } from "./awake";

let stop = (): void => {};
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function gesture(kind: "pointerup" | "click" | "keydown" | "pointerdown"): Promise<void> {
  dispatchEvent(new Event(kind));
  return new Promise((resolve) => setTimeout(resolve));
}

test("a screen lock that is refused is asked for again at each gesture until it is held", async () => {
  let allowed = false;
  const held = { released: false, release: vi.fn(() => Promise.resolve()) };
  const request = vi.fn(() => (allowed ? Promise.resolve(held) : Promise.reject(new Error("no gesture"))));
  vi.stubGlobal("navigator", { wakeLock: { request } });
  stop = keepAwake();
  await gesture("pointerdown");
  expect(request).toHaveBeenCalledTimes(1);
  await gesture("pointerup");
  expect(request).toHaveBeenCalledTimes(2);
  allowed = true;
  await gesture("keydown");
  await gesture("click");
  expect(request).toHaveBeenCalledTimes(3);
  held.released = true;
  await gesture("click");
  expect(request).toHaveBeenCalledTimes(4);
  stop();
  expect(held.release).toHaveBeenCalled();
});

test("without a lock a film with sound plays from a gesture on, and never comes to its end", async () => {
  vi.stubGlobal("navigator", {});
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockRejectedValue(new Error("no gesture"));
  stop = keepAwake();
  const video = document.querySelector("video");
  expect([video?.muted, video?.loop]).toEqual([false, false]);
  await gesture("pointerdown");
  const before = play.mock.calls.length;
  await gesture("pointerup");
  await gesture("click");
  expect(play.mock.calls.length).toBe(before + 2);
  if (video) video.currentTime = 6;
  video?.dispatchEvent(new Event("timeupdate"));
  expect(video?.currentTime).toBe(0);
  stop();
  expect(document.querySelector("video")).toBeNull();
});
