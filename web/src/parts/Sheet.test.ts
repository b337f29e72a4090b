import { render, screen } from "@testing-library/svelte";
import { createRawSnippet, flushSync } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { taken } from "../json";
import { facing } from "../facing.svelte";
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

/** Tells a sheet whether its end is seen. */
let see: IntersectionObserverCallback = () => undefined;

beforeEach(() =>
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(watch: IntersectionObserverCallback) {
        see = watch;
      }
      observe = vi.fn();
      disconnect = vi.fn();
    },
  ),
);
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["out of sight", false, 0, 0],
  ["in sight, and so is its beginning", true, 0, -1],
  ["scrolled to", true, 100, 0],
])("where the end of a sheet’s page is %s, its place in the tab order follows", (_, seen, top, order) => {
  laid();
  const page = screen.getByRole("region", { hidden: true });
  page.scrollTop = top;
  see([taken<IntersectionObserverEntry>({ isIntersecting: seen })], taken<IntersectionObserver>({}));
  flushSync();
  expect(page.tabIndex).toBe(order);
});

test("the size of a sheet is not told: styles that are on their way may change it once more", () => {
  const told = vi.spyOn(ResizeObserver.prototype, "observe");
  laid();
  expect(told).not.toHaveBeenCalled();
});

test("where several share a touch screen a sheet turns to the next side, and elsewhere it has no button for that", () => {
  const button = (): HTMLElement | null =>
    screen.queryByRole("button", { name: "Turn to the next side", hidden: true });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  laid();
  expect(button()).toBeNull();
  facing.share(2);
  flushSync();
  button()?.click();
  flushSync();
  expect(screen.getByRole("dialog", { hidden: true }).style.getPropertyValue("--turn")).toBe("180deg");
  facing.share(0);
});
