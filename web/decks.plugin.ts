import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

const FOLDER = resolve(import.meta.dirname, "../src/cartable/decks");
const MODULE = "virtual:decks";

/** Offers a number for what decks look like now, so that a picture kept by a browser is never one of before. */
export function decks(): Plugin {
  return {
    name: "decks",
    resolveId: (id) => (id === MODULE ? `\0${id}` : null),
    load: (id) => (id === `\0${MODULE}` ? `export default ${JSON.stringify(edition())}` : null),
  };
}

function edition(): string {
  const total = createHash("sha256");
  const names = readdirSync(FOLDER, { recursive: true, encoding: "utf8" });
  for (const name of names.filter((name) => /\.(py|json|svg)$/.test(name)).sort()) {
    total.update(name.replaceAll("\\", "/")).update(readFileSync(join(FOLDER, name)));
  }
  return total.digest("hex").slice(0, 12);
}
