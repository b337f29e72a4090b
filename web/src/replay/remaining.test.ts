import { beforeAll, expect, test } from "vitest";
import { load } from "../texts.svelte";
import { remaining } from "./remaining";

beforeAll(() => load("en"));

test.each([
  [89, "about 89\u00a0s left"],
  [90, "about 2\u00a0min left"],
  [799, "about 13\u00a0min left"],
])("what takes %s seconds more is said in seconds or minutes", (seconds, said) => {
  expect(remaining(seconds)).toBe(said);
});
