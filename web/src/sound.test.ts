import { beforeEach, expect, test, vi } from "vitest";
import { atGestures } from "./gestures";
import { settings } from "./settings.svelte";
import { play, unlock } from "./sound";

const resume = vi.fn(() => Promise.resolve());
const made = vi.fn();
const audio = { state: "suspended" };

class Audio {
  resume = resume;
  constructor() {
    made();
  }
  get state(): string {
    return audio.state;
  }
}

beforeEach(() => {
  vi.stubGlobal("AudioContext", Audio);
  settings.chosen.volume = 60;
});

test("sound is made and woken at gestures, not when the first sound is due", () => {
  play("press");
  expect(made).not.toHaveBeenCalled();
  const stop = atGestures(unlock);
  dispatchEvent(new Event("pointerdown"));
  expect(made).not.toHaveBeenCalled();
  dispatchEvent(new Event("pointerup"));
  expect(made).toHaveBeenCalledTimes(1);
  expect(resume).toHaveBeenCalledTimes(1);
  dispatchEvent(new Event("keydown"));
  expect(resume).toHaveBeenCalledTimes(2);
  audio.state = "running";
  dispatchEvent(new Event("click"));
  expect(made).toHaveBeenCalledTimes(1);
  expect(resume).toHaveBeenCalledTimes(2);
  stop();
});
