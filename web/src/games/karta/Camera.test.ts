import { expect, test } from "vitest";
import { around, Camera } from "./Camera.svelte";

function looking(): Camera {
  const camera = new Camera();
  camera.clear = { left: 10, top: 100, width: 400, height: 300 };
  camera.fit({ left: -1, top: -1, width: 4, height: 6 });
  return camera;
}

test("fitting shows the squares and two around them, in the middle of what is clear", () => {
  const camera = looking();
  expect(camera.scale).toBe(30);
  expect(camera.middle).toEqual({ x: 1, y: 2 });
});

test("where nothing is to be laid, the squares have more of the room", () => {
  const camera = looking();
  camera.fit({ left: -1, top: -1, width: 4, height: 6 }, 64, 1);
  expect(camera.scale).toBe(37.5);
  camera.reveal({ left: -20, top: 0, width: 2, height: 3 });
  camera.back();
  expect([camera.scale, camera.middle]).toEqual([37.5, { x: 1, y: 2 }]);
});

test("zooming keeps the point under the finger", () => {
  const camera = looking();
  const at = { x: 77, y: 199 };
  const before = camera.world(at);
  camera.zoom(1.7, at);
  expect(camera.world(at).x).toBeCloseTo(before.x);
  expect(camera.world(at).y).toBeCloseTo(before.y);
  expect(camera.scale).toBeCloseTo(51);
  camera.zoom(100, at);
  expect(camera.scale).toBe(110);
});

test("what is out of sight is brought back, what is in sight moves nothing", () => {
  const camera = looking();
  const { x, y } = camera;
  camera.reveal({ left: 0, top: 0, width: 2, height: 3 });
  expect([camera.x, camera.y]).toEqual([x, y]);
  camera.reveal({ left: -20, top: 0, width: 2, height: 3 });
  expect(camera.x + -20.4 * camera.scale).toBeCloseTo(10);
  camera.reveal({ left: 30, top: 0, width: 2, height: 3 });
  expect(camera.x + 32.4 * camera.scale).toBeCloseTo(410);
});

test("after a glance beside the cards it goes back to them, unless someone moved it by hand", () => {
  const camera = looking();
  const { x, y, scale } = camera;
  camera.reveal({ left: 30, top: 0, width: 2, height: 3 });
  expect(camera.x).not.toBe(x);
  camera.back();
  expect([camera.x, camera.y, camera.scale]).toEqual([x, y, scale]);
  camera.pan(9, 9);
  camera.back();
  expect([camera.x, camera.y]).toEqual([x + 9, y + 9]);
});

test("the squares around a set are its bounds", () => {
  expect(
    around([
      { x: -2, y: 1 },
      { x: 3, y: 4 },
    ]),
  ).toEqual({ left: -2, top: 1, width: 6, height: 4 });
  expect(around([])).toEqual({ left: 0, top: 0, width: 2, height: 3 });
});
