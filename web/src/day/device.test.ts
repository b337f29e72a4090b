import { beforeEach, expect, test } from "vitest";
import { device } from "./device";

beforeEach(() => localStorage.clear());

test("a device keeps its digits, and draws others where they are none", () => {
  const drawn = device();
  expect(drawn).toMatch(/^[0-9a-f]{32}$/);
  expect(device()).toBe(drawn);
  for (const wrong of ['"short"', "7", "not json", `"${"G".repeat(32)}"`]) {
    localStorage.setItem("cartable.device", wrong);
    expect(device()).toMatch(/^[0-9a-f]{32}$/);
    expect(device()).toBe(device());
  }
});
