import { expect, test, vi } from "vitest";
import { pressed } from "./keys";

test("a French keyboard's digits take cards, and its signs do what they print where there is no card", () => {
  const zoom = vi.fn();
  const taken: number[] = [];
  const keys = {
    laying: { held: null },
    camera: { step: zoom },
    laid: null,
    take: (number: number) => number < 5 && taken.push(number) > 0,
    lay: vi.fn(),
    look: vi.fn(),
    back: null,
  } as unknown as Parameters<typeof pressed>[1];
  const press = (key: string, code: string): boolean =>
    pressed(new KeyboardEvent("keydown", { key, code }), keys);
  expect(press("é", "Digit2")).toBe(true);
  expect([taken, zoom.mock.calls]).toEqual([[1], []]);
  expect(press("-", "Digit6")).toBe(true);
  expect([taken, zoom.mock.calls]).toEqual([[1], [[0.8]]]);
});
