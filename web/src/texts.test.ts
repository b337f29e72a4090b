import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { catalogue } from "../texts.plugin";
import { parse } from "./json";
import { clockTime, date, fill, load, ordinal, tell, titled } from "./texts.svelte";

const HERE = import.meta.dirname;
/** The page itself asks for `%key.en%`, the modules for "key". */
const page = readFileSync(join(HERE, "../index.html"), "utf8").replace(/%(\w+)\.\w\w%/g, '"$1"');
const source = readdirSync(HERE, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !name.includes(".test."))
  .map((name) => readFileSync(join(HERE, name), "utf8"))
  .concat(page)
  .join("\n");

/** The beginnings of keys that come from the table: `bot.${level}` and the like. */
const made = [...source.matchAll(/`([a-z]+(?:\.[a-z]+)*\.)\$\{/g)].map((found) => found[1] ?? "");

const TEXTS = join(HERE, "../../src/cartable/texts");
const keysOf = (page: string): string[] =>
  Object.keys(parse<object>(readFileSync(join(TEXTS, page), "utf8")));
const everything = readdirSync(TEXTS)
  .filter((name) => name.endsWith(".json"))
  .flatMap(keysOf);

test.each(["en", "fr"])("every text that the page asks for is in its bundle in %s", (language) => {
  const bundle = catalogue(language);
  const written = [...source.matchAll(/\b(?:say|tell|word)\(\s*"([^"]+)"/g)].map((found) => found[1] ?? "");
  expect(written.length).toBeGreaterThan(200);
  expect(written.filter((key) => !bundle[key])).toEqual([]);
  // Of errors and goodbyes the page knows only the names; the server sends their words.
  const named = everything
    .filter((key) => !/^(error|closing)\./.test(key))
    .filter((key) => source.includes(`"${key}"`) || made.some((start) => key.startsWith(start)));
  expect(named.filter((key) => !bundle[key])).toEqual([]);
});

test("a text for the command line, the server or a print is not in the bundle", () => {
  const bundle = Object.keys(catalogue("en"));
  const others = bundle.filter((key) => /^(cli|serve|print|certificate|own|error|closing)\./.test(key));
  // The page says this one before the server would.
  expect(others).toEqual(["error.record-large"]);
  expect(bundle.length).toBeLessThan(everything.length);
});

test("every text of the client is said somewhere", () => {
  const unused = ["web.json", "web-spot.json"].flatMap(keysOf).filter(
    (key) =>
      // What is said of oneself is asked for by the key of what is said of others.
      ![key, key.replace(/\.you$/, "")].some((one) => source.includes(`"${one}"`)) &&
      !made.some((start) => key.startsWith(start)),
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

test("numbers of seats read as one says them", () => {
  const english = (seats: string): string => fill("{seats:to/or} players", { seats }, "en");
  const french = (seats: string): string => fill("{seats:à/ou} joueurs", { seats }, "fr");
  expect(english("2")).toBe("2 players");
  expect(english("1, 2")).toBe("1 or 2 players");
  expect(english("2, 4, 6")).toBe("2, 4 or 6 players");
  expect(english("2, 3, 4, 5, 6, 7, 8")).toBe("2 to 8 players");
  expect(french("2, 4, 6")).toBe("2, 4 ou 6 joueurs");
  expect(french("2, 3, 4")).toBe("2 à 4 joueurs");
  expect(fill("{allowed:to/or}", { allowed: "2-2-1, 3-2" }, "en")).toBe("2-2-1 or 3-2");
});

test("French elides before a name that begins with a vowel, and only there", () => {
  const mistakes = "Les erreurs de {name}";
  expect(fill(mistakes, { name: "Invité 1" }, "fr")).toBe("Les erreurs d’Invité 1");
  expect(fill(mistakes, { name: "Élise" }, "fr")).toBe("Les erreurs d’Élise");
  expect(fill(mistakes, { name: "Bolt" }, "fr")).toBe("Les erreurs de Bolt");
  expect(fill("{time} plus vite que {name}", { time: "1 s", name: "Ana" }, "fr")).toBe(
    "1 s plus vite qu’Ana",
  );
  expect(fill("Aide {name}", { name: "Ana" }, "fr")).toBe("Aide Ana");
  expect(fill("Que {name} joue", { name: "Ana" }, "fr")).toBe("Qu’Ana joue");
  expect(fill("de {name}", { name: "Ana" }, "en")).toBe("de Ana");
  expect(fill("de {count:carte|cartes}", { count: 2 }, "fr")).toBe("de cartes");
});

test("a number has a true minus, and a comma in French", () => {
  expect(fill("{row}", { row: -1 }, "en")).toBe("−1");
  expect(fill("{speed}×", { speed: 0.5 }, "fr")).toBe("0,5×");
  expect(fill("{speed}×", { speed: 0.5 }, "en")).toBe("0.5×");
  expect(fill("{name}", { name: "a-b.c" }, "fr")).toBe("a-b.c");
});

test("in a title the space before a question mark is seen", () => {
  expect(titled("Quitter cette table\u202f?")).toBe("Quitter cette table\u00a0?");
});

test("a day is written as it is done where the reader is", () => {
  const languages = vi.spyOn(navigator, "languages", "get");
  const noon = new Date(2026, 10, 17, 12).getTime();
  languages.mockReturnValue(["fr-FR", "en-GB"]);
  expect(date(noon)).toBe("17 Nov 2026");
  languages.mockReturnValue(["de-DE"]);
  expect(date(noon)).toBe("Nov 17, 2026");
  languages.mockRestore();
});

test("a place is said as people say it", async () => {
  const places = [1, 2, 3, 4, 11, 21];
  await load("fr");
  expect(places.map(ordinal)).toEqual(["1er", "2e", "3e", "4e", "11e", "21e"]);
  await load("en");
  expect(places.map(ordinal)).toEqual(["1st", "2nd", "3rd", "4th", "11th", "21st"]);
});

test("what belongs to a reader without a name is theirs", async () => {
  await load("en");
  const seat = (name: string): string => tell("replay.replaced", { name });
  expect(seat("Guest 1")).toBe("Someone else takes Guest 1’s seat.");
  expect(seat(tell("guest.you", { number: 1 }))).toBe("Someone else takes your seat.");
  // Where nothing is theirs, they are called by what stands for their name.
  expect(tell("replay.moved", { name: "Guest 1 (you)" })).toBe("Guest 1 (you) plays.");
  await load("fr");
  expect(seat(tell("guest.you", { number: 1 }))).toBe("Quelqu’un d’autre prend votre place.");
});

test.each([
  ["web.catatac.told.stole", {}, "You steal the yarn", "Vous volez la pelote"],
  ["spot.heard.burned", { count: 3 }, "You keep 3 cards", "Vous gardez 3 cartes"],
  ["web.karta.stuck", {}, "You cannot place the last card", "Vous ne pouvez poser la dernière carte"],
])("what a reader without a name did is said to them: %s", async (key, values, en, fr) => {
  for (const [language, said] of [
    ["en", en],
    ["fr", fr],
  ] as const) {
    await load(language);
    expect(tell(key, { ...values, name: tell("guest.you", { number: 1 }) })).toContain(said);
  }
});

test("a time of day is that of the clocks where one is", async () => {
  const midnight = Date.UTC(2026, 10, 18);
  await load("en");
  expect(clockTime(midnight, "Asia/Tokyo")).toBe("09:00 GMT+9");
  await load("fr");
  expect(clockTime(midnight, "Europe/Paris")).toMatch(/^01:00\s(UTC\+1|CET)$/);
});
