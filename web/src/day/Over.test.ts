import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test } from "vitest";
import type * as messages from "../messages";
import { clockTime, load } from "../texts.svelte";
import Over from "./Over.svelte";

beforeAll(() => load("en"));

test.each<[string, boolean, messages.DayTimes["why"], string]>([
  ["counts", true, "", "This try counts."],
  ["is for fun", false, "", "does not count"],
  ["is not listed", true, "unverified", "is not listed: a call was faster"],
])("a try says one thing of itself: it %s", async (_, counted, why, text) => {
  const day = { date: "2026-11-16", counted, ends: 4e9 };
  const tried: messages.DayTimes = { millis: 20540, splits: [210, 390], why };
  render(Over, { day, record: "r", tried: Promise.resolve(tried) });
  expect(await screen.findByText(text, { exact: false })).toBeTruthy();
  if (why) expect(screen.queryByText(/This try counts/)).toBeNull();
});

test.each<[string, messages.DayTimes["why"]]>([
  ["The replay opens when the day ends, at", ""],
  ["is not listed: it ended after", "late"],
])("when the day ends is said by the clocks here: %s", async (text, why) => {
  const tried: messages.DayTimes = { millis: 20540, splits: [210, 390], why };
  render(Over, {
    day: { date: "2026-11-16", counted: true, ends: 4e9 },
    record: "r",
    tried: Promise.resolve(tried),
  });
  const time = clockTime(4e12).replace(/\s/g, " ");
  expect(await screen.findByText(`${text} ${time}`, { exact: false })).toBeTruthy();
});
