import { expect, test, vi } from "vitest";
import { tap } from "./tap";

function button(): { node: HTMLElement; press: ReturnType<typeof vi.fn> } {
  const node = document.createElement("button");
  node.getBoundingClientRect = () => new DOMRect(0, 0, 50, 50);
  const press = vi.fn();
  tap(press)(node);
  return { node, press };
}
function finger(type: string, x = 10): PointerEvent {
  return new PointerEvent(type, { pointerId: 5, pointerType: "touch", clientX: x, clientY: 10 });
}

test("a finger presses even if the browser sends no click", () => {
  const { node, press } = button();
  node.dispatchEvent(finger("pointerdown"));
  node.dispatchEvent(finger("pointerup"));
  expect(press).toHaveBeenCalledTimes(1);
});

test("a finger and its click are one press", () => {
  const { node, press } = button();
  node.dispatchEvent(finger("pointerdown"));
  node.dispatchEvent(finger("pointerup"));
  node.dispatchEvent(new MouseEvent("click", { detail: 1 }));
  expect(press).toHaveBeenCalledTimes(1);
  node.dispatchEvent(new MouseEvent("click", { detail: 1 }));
  expect(press).toHaveBeenCalledTimes(2);
});

test("a finger that slides away does not press", () => {
  const { node, press } = button();
  node.dispatchEvent(finger("pointerdown"));
  node.dispatchEvent(finger("pointerup", 90));
  expect(press).not.toHaveBeenCalled();
});

test("a mouse and the keyboard press by their click", () => {
  const { node, press } = button();
  node.dispatchEvent(new PointerEvent("pointerdown", { pointerId: 1, pointerType: "mouse" }));
  node.dispatchEvent(new PointerEvent("pointerup", { pointerId: 1, pointerType: "mouse" }));
  expect(press).not.toHaveBeenCalled();
  node.dispatchEvent(new MouseEvent("click", { detail: 0 }));
  expect(press).toHaveBeenCalledTimes(1);
});
