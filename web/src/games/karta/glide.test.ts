import { expect, test } from "vitest";
import { glide } from "./glide";

/** Returns where a card begins that goes to the left and down on the screen. */
function start(turned: boolean): string | undefined {
  const node = document.createElement("span");
  const size = { clientWidth: { value: 40 }, clientHeight: { value: 60 }, currentCSSZoom: { value: 1 } };
  Object.defineProperties(node, size);
  node.style.transformOrigin = "20px 30px";
  document.body.append(node);
  const ends = { from: new DOMRect(100, 10, 40, 60), to: new DOMRect(75, 80, 40, 60) };
  return glide(node, ends, { turned, duration: 260 }).css?.(0, 1);
}

test("a card glides from where it lay", () => {
  expect(start(false)).toContain("translate(25px, -70px) scale(1, 1)");
});

test("a card in a hand that is turned by half glides from where it lay, too", () => {
  expect(start(true)).toContain("translate(-25px, 70px) scale(1, 1)");
});
