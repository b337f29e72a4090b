import { render } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { expect, test, vi } from "vitest";
import Arrangement from "./Arrangement.svelte";
import { Frame } from "./Frame.svelte";

const nothing = createRawSnippet(() => ({ render: () => "<span></span>" }));

test.each([
  [390, false],
  [320, true],
])("on a phone on its side with %s pixels for the game, hands lie in two rows: %s", (height, low) => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(height);
  render(Arrangement, {
    frame: new Frame(),
    wide: true,
    taped: false,
    over: false,
    face: false,
    opposite: false,
    tv: false,
    dragging: false,
    surface: nothing,
    far: nothing,
    near: nothing,
    top: nothing,
    fit: null,
    bottom: nothing,
    hands: nothing,
    children: nothing,
  });
  expect(document.querySelector(".karta")?.classList.contains("low")).toBe(low);
});
