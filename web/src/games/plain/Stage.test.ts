import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { sitting } from "../../fakes";
import type * as messages from "../../messages";
import { told } from "../../sample";
import { load } from "../../texts.svelte";
import type { GameProps } from "..";
import Stage from "./Stage.svelte";

type Watcher = Parameters<GameProps["watch"]>[0];

const FORMS: messages.Forms = {
  view: { kind: "record", shapes: ["View"] },
  move: { kind: "record", shapes: [] },
  event: { kind: "record", shapes: ["Laid"] },
  shapes: { View: { type: "kim", fields: [] }, Laid: { type: "laid", fields: [] } },
};

beforeAll(() => load("en"));

test.each([
  [1440, "0"],
  [390, null],
])(
  "what happened is scrolled with the keyboard where it scrolls by itself, at a width of %i",
  async (width, focused) => {
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(844);
    let watcher: Watcher | undefined;
    const view = { type: "kim" };
    render(Stage, {
      table: sitting(1, told({ game: "kim" })).table,
      game: "kim",
      view,
      seats: [],
      send: () => Promise.resolve({ type: "done", id: 1 }),
      watch: (one: Watcher) => {
        watcher = one;
        return () => {};
      },
      forms: FORMS,
      hidden: false,
    });
    const laid = { type: "laid" };
    watcher?.({ events: [laid, laid], view, same: true, verdicts: [] })?.();
    await tick();
    expect(screen.getByRole("region", { name: "What happened" }).getAttribute("tabindex")).toBe(focused);
  },
);
