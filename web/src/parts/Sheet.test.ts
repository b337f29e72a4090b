import { render, screen } from "@testing-library/svelte";
import { createRawSnippet, flushSync } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { load } from "../texts.svelte";
import Sheet from "./Sheet.svelte";

beforeAll(() => load("en"));

/** Lays a sheet on the page, and returns how to take it off. */
function laid(): () => void {
  const children = createRawSnippet(() => ({ render: () => "<p>Take turns.</p>" }));
  const { unmount } = render(Sheet, { title: "Rules", onclose: () => {}, children });
  flushSync();
  return unmount;
}

test("what opened a sheet has the focus again when it closes", () => {
  const opener = document.body.appendChild(document.createElement("button"));
  opener.focus();
  const close = laid();
  expect(document.activeElement).toBe(screen.getByRole("heading", { hidden: true }));
  close();
  expect(document.activeElement).toBe(opener);
});

/** Tells what looks at the sheet that a frame is drawn. */
let drawn = (): void => undefined;

beforeEach(() =>
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(look: () => void) {
        drawn = look;
      }
      observe = vi.fn();
      disconnect = vi.fn();
    },
  ),
);
afterEach(() => vi.unstubAllGlobals());

test.each([
  [200, 0],
  [300, -1],
])("where %s pixels of 300 are seen, the tab order of a sheet’s page is %s", (room, order) => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(room);
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(300);
  laid();
  drawn();
  flushSync();
  expect(screen.getByRole("region", { hidden: true }).tabIndex).toBe(order);
});

test("the size of a sheet is not told: styles that are on their way may change it once more", () => {
  const told = vi.spyOn(ResizeObserver.prototype, "observe");
  laid();
  expect(told).not.toHaveBeenCalled();
});
