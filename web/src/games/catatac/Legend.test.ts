import { render, screen } from "@testing-library/svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type * as messages from "../../messages";
import { load } from "../../texts.svelte";
import Legend from "./Legend.svelte";
import { AlleyShow } from "./AlleyShow.svelte";

const TOP: messages.Face = { card: 1, code: "1", number: 1, when: [], ways: [], together: false, name: "" };
const NOW = { yarn: { place: 2, clan: 0 }, top: TOP };

beforeAll(() => load("en"));
beforeEach(() => vi.useFakeTimers());

test("what was played stays readable after the next thing is said", async () => {
  const show = new AlleyShow(() => 0);
  for (const seat of [0, 1])
    show.follow([{ type: "passed", seat }], NOW, [0, 1], () => `Seat ${seat} passes`);
  await vi.advanceTimersByTimeAsync(5000);
  expect(show.told).toBe("Seat 1 passes");
  render(Legend, { log: show.log, onclose: () => {} });
  const lines = screen.getAllByRole("listitem", { hidden: true }).map((one) => one.textContent);
  expect(lines).toEqual(["Seat 1 passes", "Seat 0 passes"]);
});
