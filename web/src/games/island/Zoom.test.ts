import { expect, test } from "vitest";
import { Zoom } from "./Zoom.svelte";

const whole = (): Zoom =>
  new Zoom(
    () => ({ x: 0, y: 100, width: 400, height: 400 }),
    () => ({ x: 200, y: 200 }),
  );

function pinched(zoom: Zoom): Zoom {
  zoom.down({ id: 1, x: 150, y: 300 });
  zoom.down({ id: 2, x: 250, y: 300 });
  zoom.move({ id: 2, x: 350, y: 300 });
  zoom.up(1);
  zoom.up(2);
  return zoom;
}

test("one finger on the whole island is a press and moves nothing", () => {
  const zoom = whole();
  expect(zoom.down({ id: 1, x: 10, y: 10 })).toBe(false);
  zoom.move({ id: 1, x: 90, y: 90 });
  expect(zoom.up(1)).toBe(false);
  expect([zoom.scale, zoom.offset]).toEqual([1, { x: 0, y: 0 }]);
});

test("two fingers spread the island, and what was between them stays there", () => {
  const zoom = whole();
  zoom.down({ id: 1, x: 150, y: 300 });
  expect(zoom.down({ id: 2, x: 250, y: 300 })).toBe(true);
  zoom.move({ id: 2, x: 350, y: 300 });
  expect(zoom.scale).toBe(2);
  expect(zoom.offset).toEqual({ x: 50, y: 0 });
});

test("a larger island is moved with one finger, no farther than its coast", () => {
  const zoom = pinched(whole());
  expect(zoom.down({ id: 3, x: 200, y: 300 })).toBe(true);
  zoom.move({ id: 3, x: 900, y: 320 });
  expect(zoom.offset).toEqual({ x: 200, y: 20 });
  expect(zoom.up(3)).toBe(false);
});

test("a finger that stays where it is taps", () => {
  const zoom = pinched(whole());
  zoom.down({ id: 3, x: 200, y: 300 });
  zoom.move({ id: 3, x: 204, y: 303 });
  expect(zoom.up(3)).toBe(true);
});

test("pinched together the island is whole again", () => {
  const zoom = pinched(whole());
  zoom.down({ id: 1, x: 100, y: 300 });
  zoom.down({ id: 2, x: 300, y: 300 });
  zoom.move({ id: 2, x: 150, y: 300 });
  zoom.up(2);
  zoom.up(1);
  expect([zoom.closer, zoom.offset]).toEqual([false, { x: 0, y: 0 }]);
});
