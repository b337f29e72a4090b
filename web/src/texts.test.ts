import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { catalogue } from "../texts.plugin";
import { parse } from "./json";
import { fill } from "./texts.svelte";

const HERE = import.meta.dirname;
const own = parse<Record<string, object>>(
  readFileSync(join(HERE, "../../src/cartable/texts/web.json"), "utf8"),
);
const source = readdirSync(HERE, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !name.includes(".test."))
  .map((name) => readFileSync(join(HERE, name), "utf8"))
  .join("\n");

/** The beginnings of keys that come from the table: `bot.${level}` and the like. */
const made = [...source.matchAll(/`([a-z]+(?:\.[a-z]+)*\.)\$\{/g)].map((found) => found[1] ?? "");

test("every text of the client is said somewhere", () => {
  const unused = Object.keys(own).filter(
    (key) => !source.includes(`"${key}"`) && !made.some((start) => key.startsWith(start)),
  );
  expect(unused).toEqual([]);
});

test.each(["en", "fr"])("no text is missing or empty in %s", (language) => {
  const empty = Object.entries(catalogue(language)).filter(([, text]) => text.trim() === "");
  expect(empty).toEqual([]);
});

test("both languages fill the same holes", () => {
  const holes = (text: string): string[] =>
    [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1] ?? ""))].sort();
  const french = catalogue("fr");
  for (const [key, text] of Object.entries(catalogue("en")))
    expect(holes(french[key] ?? ""), key).toEqual(holes(text));
});

test("a number chooses the form, and French counts nothing as one", () => {
  const cards = "{count} {count:card|cards}";
  expect(fill(cards, { count: 1 }, "en")).toBe("1 card");
  expect(fill(cards, { count: 0 }, "en")).toBe("0 cards");
  expect(fill("{count} {count:carte|cartes}", { count: 0 }, "fr")).toBe("0 carte");
});
