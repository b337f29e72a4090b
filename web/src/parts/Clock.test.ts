import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test } from "vitest";
import { sitting } from "../fakes";
import { frame, replay } from "../replay/sample";
import { Tape } from "../replay/Tape.svelte";
import { told } from "../sample";
import { load } from "../texts.svelte";
import Clock from "./Clock.svelte";
import Countdown from "./Countdown.svelte";

beforeAll(() => load("en"));

test.each([
  ["clock", Clock],
  ["countdown", Countdown],
] as const)("a table shows a %s, and a tape, which may rest, none", (_, Shown) => {
  const { table } = sitting(1, told({ now: 0 }));
  const { unmount } = render(Shown, { table, until: 60_000, label: "left" });
  expect(screen.getByRole("timer").textContent.trim()).toMatch(/^(1:00|60)$/);
  unmount();
  render(Shown, { table: new Tape(replay([frame(0), frame(60_000)])), until: 60_000, label: "left" });
  expect(screen.queryByRole("timer")).toBeNull();
});
