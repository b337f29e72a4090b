import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { film } from "../awake.mjs";

test("the film that keeps phones awake is the one that its maker makes", () => {
  const kept = readFileSync(join(import.meta.dirname, "../public/awake.mp4"));
  expect(Buffer.compare(kept, film()), "run npm run awake").toBe(0);
});
