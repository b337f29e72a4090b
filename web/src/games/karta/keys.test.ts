import { expect, test, vi } from "vitest";
import { Camera } from "./Camera.svelte";
import { pressed, type Keys } from "./keys";
import { Laying } from "./Laying.svelte";

test("a French keyboard's digits take cards, and its signs do what they print where there is no card", () => {
  const camera = new Camera();
  const zoom = vi.spyOn(camera, "step").mockReturnValue();
  const taken: number[] = [];
  const keys: Keys = {
    laying: new Laying(() => Promise.resolve(null)),
    camera,
    laid: { left: 0, top: 0, width: 1, height: 1 },
    take: (number) => number < 5 && taken.push(number) > 0,
    lay: vi.fn(),
    look: vi.fn(),
    back: null,
  };
  const press = (key: string, code: string): boolean =>
    pressed(new KeyboardEvent("keydown", { key, code }), keys);
  expect(press("é", "Digit2")).toBe(true);
  expect([taken, zoom.mock.calls]).toEqual([[1], []]);
  expect(press("-", "Digit6")).toBe(true);
  expect([taken, zoom.mock.calls]).toEqual([[1], [[0.8]]]);
});
