import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { press } from "./hold";

const start = vi.fn();
const stop = vi.fn();
const clicked = vi.fn();
let node: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  for (const spy of [start, stop, clicked]) spy.mockClear();
  node = document.createElement("button");
  node.setPointerCapture = () => {};
  press(start, stop)(node);
  node.addEventListener("click", clicked);
});
afterEach(() => vi.useRealTimers());

function send(type: string, pointerType: string, movementX = 0): void {
  const event = new PointerEvent(type, { pointerType });
  Object.defineProperty(event, "movementX", { value: movementX });
  Object.defineProperty(event, "movementY", { value: 0 });
  node.dispatchEvent(event);
}

test("a finger that rests explains, and its click does nothing", () => {
  send("pointerdown", "touch");
  vi.advanceTimersByTime(500);
  expect(start).toHaveBeenCalledOnce();
  send("pointerup", "touch");
  node.click();
  expect(stop).toHaveBeenCalledOnce();
  expect(clicked).not.toHaveBeenCalled();
});

test("a tap after a long press that sent no click is a click", () => {
  send("pointerdown", "touch");
  vi.advanceTimersByTime(500);
  send("pointerup", "touch");
  send("pointerdown", "touch");
  send("pointerup", "touch");
  node.click();
  expect(clicked).toHaveBeenCalledOnce();
});

test("a mouse explains where it comes to rest, and not where a card appears below it", () => {
  send("pointermove", "mouse");
  vi.advanceTimersByTime(1000);
  expect(start).not.toHaveBeenCalled();
  send("pointermove", "mouse", 3);
  vi.advanceTimersByTime(1000);
  expect(start).toHaveBeenCalledOnce();
  send("pointerleave", "mouse");
  expect(stop).toHaveBeenCalledOnce();
});
