import { render, screen } from "@testing-library/svelte";
import { tick, type ComponentProps } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sitting } from "../fakes";
import { chair, person, spotView, told } from "../sample";
import { settings } from "../settings.svelte";
import { load } from "../texts.svelte";
import RunLine from "./RunLine.svelte";

beforeAll(() => load("en"));
beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
});
afterEach(() => {
  settings.chosen.calm = false;
  vi.useRealTimers();
});

const RUN = {
  game: "spot/tower",
  chairs: [chair({ name: "Ada", member: 1 })],
  persons: [person(1, "Ada")],
};
const shown = (): string => screen.getByRole("timer").textContent.replaceAll("\u00a0", " ");

/** Begins a run whose first cards turn in two seconds. */
function begin(): { line: ReturnType<typeof sitting>["line"]; set: (height: number) => Promise<void> } {
  const { table, line } = sitting(1, told(RUN));
  const { rerender } = render(RunLine, {
    table,
    game: "spot/tower",
    view: spotView({ flips: 2000, height: 6 }),
    watch: () => () => undefined,
  });
  return { line, set: (height) => rerender({ view: spotView({ height }) }) };
}

test("whoever plays against the clock sees it run, in tenths, from the first cards to the last", async () => {
  const { set } = begin();
  expect(shown()).toBe("0.0 s");
  await vi.advanceTimersByTimeAsync(2000);
  await set(6);
  await vi.advanceTimersByTimeAsync(3400);
  expect(shown()).toBe("3.4 s");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown()).toBe("1 min 3.4 s");
  await set(0);
  await vi.advanceTimersByTimeAsync(5000);
  expect(shown()).toBe("1 min 3.4 s");
});

test("the clock of a run that is stopped stands still", async () => {
  const { line } = begin();
  await vi.advanceTimersByTimeAsync(2500);
  line.says(told({ ...RUN, phase: "over", now: 2500 }));
  await tick();
  await vi.advanceTimersByTimeAsync(5000);
  expect(shown()).toBe("0.5 s");
});

test("whoever comes back to a finished run sees how long it took", async () => {
  const { table } = sitting(1, told(RUN));
  const props = { table, game: "spot/tower", watch: () => () => undefined };
  const { rerender, unmount } = render(RunLine, { ...props, view: spotView({ flips: 2000, height: 6 }) });
  await rerender({ view: spotView({ height: 6 }) });
  await vi.advanceTimersByTimeAsync(5400);
  await rerender({ view: spotView({ height: 0 }) });
  unmount();
  await vi.advanceTimersByTimeAsync(90_000);
  render(RunLine, { ...props, view: spotView({ height: 0 }) });
  expect(shown()).toBe("3.4 s");
});

test("who wants little movement sees the seconds alone", async () => {
  settings.chosen.calm = true;
  begin();
  await vi.advanceTimersByTimeAsync(5900);
  expect(shown()).toBe("3 s");
});

test.each([
  [true, []],
  [false, ["times not verified"]],
])(
  "a ghost whose times nobody can vouch for says so until the first card (verified: %s)",
  async (verified, said) => {
    const { table } = sitting(1, told(RUN));
    const ghost = { name: "Bo", bot: "", splits: [900, 900], verified };
    let heard: Parameters<ComponentProps<typeof RunLine>["watch"]>[0] = () => undefined;
    render(RunLine, {
      table,
      game: "spot/tower",
      view: spotView({ flips: 2000, height: 2 }),
      ghost,
      watch: (listener) => {
        heard = listener;
        return () => undefined;
      },
    });
    const unsure = (): string[] => screen.queryAllByText(/not verified/).map((one) => one.textContent);
    expect(unsure()).toEqual(said);
    expect(document.querySelector(".who")?.getAttribute("title")).toBe(
      verified ? null : "Bo’s times are not verified.",
    );
    const took = { type: "took" as const, seat: 0, symbol: 0, cards: [0, 1], to: 0 };
    heard({ view: spotView({ height: 1 }), events: [took], same: true, verdicts: [] });
    await tick();
    expect(unsure()).toEqual([]);
  },
);
