import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { messages } from "../messages.mjs";

test("the types are those of the schema: `npm run messages` was not forgotten", async () => {
  const written = readFileSync(join(import.meta.dirname, "messages.ts"), "utf8");
  expect(written).toBe(await messages());
});
