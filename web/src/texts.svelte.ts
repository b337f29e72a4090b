/** Everything a person reads: the project's catalogue, one language loaded at a time. */

import type cards from "../../src/cartable/texts/web-spot.json";
import type own from "../../src/cartable/texts/web.json";
import type * as messages from "./messages";
import { settings, type Language } from "./settings.svelte";

/** The page's own texts, and those of the cards that Spot it! and the island share. */
export type Key = keyof typeof own | keyof typeof cards;
export type Values = Record<string, string | number>;

const LOADERS: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  en: () => import("virtual:texts/en"),
  fr: () => import("virtual:texts/fr"),
};

let sentences: Record<string, string> = $state.raw({});
let loaded: Language = $state("en");
/** What games say that this client was not built with. */
let brought: Record<string, Record<string, string>> = $state.raw({});

/** Loads the language that is chosen now. */
export async function load(language: Language = settings.language): Promise<void> {
  sentences = (await LOADERS[language]()).default;
  loaded = language;
}

/** Changes the language, once its texts are there. */
export async function speak(language: Language): Promise<void> {
  await load(language);
  settings.chosen.language = language;
}

/** Adds the texts of games that the server has from other packages. */
export function bring(texts: Record<string, Record<string, string>>): void {
  brought = texts;
}

/** Returns one of the client's own texts. */
export function say(key: Key, values: Values = {}): string {
  return tell(key, values);
}

/** Returns a text whose key comes from the table: a game's name, an option, a refusal. */
export function tell(key: string, values: Values = {}): string {
  const own = isOneself(values["name"]) ? sentences[`${key}.you`] : undefined;
  return fill(own ?? sentences[key] ?? brought[key]?.[loaded] ?? key, values, loaded);
}

/** Tells whether a name is that of a reader who gave none: what is theirs is "yours". */
function isOneself(name: string | number | undefined): boolean {
  const [before = "", after = ""] = (sentences["guest.you"] ?? "").split("{number}");
  return typeof name === "string" && after !== "" && name.startsWith(before) && name.endsWith(after);
}

/** Tells whether the catalogue has a text. */
export function has(key: string): boolean {
  return key in sentences || key in brought;
}

/** Returns why something was refused, or went wrong, in this page's language where it has the words. */
export function refusal(why: messages.Refused | messages.Error): string {
  if (why.type !== "refused") return why.text;
  const key = `refused.${why.key}`;
  return has(key) ? tell(key, why.values) : why.text;
}

/** Fills `{name}` with a value, `{count:card|cards}` with the form that the number asks for, and `{seats:to/or}` with a list; French elides. */
export function fill(sentence: string, values: Values, language: Language): string {
  return sentence.replace(
    /(\b(?:de|que) )?\{(\w+)(?::([^{}|/]*)([|/])([^{}]*))?\}/gi,
    (hole, before: string | undefined, name: string, one?: string, between?: string, many?: string) => {
      const value = values[name];
      if (value === undefined) return hole;
      const lead = before ?? "";
      if (one === undefined || many === undefined) {
        const written = typeof value === "number" ? figure(value, language) : value;
        return (language === "fr" && VOWEL.test(written) ? elided(lead) : lead) + written;
      }
      if (between === "/") return lead + listed(String(value).split(", "), one, many);
      return lead + (Number(value) === 1 || (language === "fr" && Number(value) === 0) ? one : many);
    },
  );
}

/** Says items as one does: three numbers or more without a gap by their ends, others one by one. */
function listed(items: readonly string[], to: string, either: string): string {
  const [first = "", ...others] = items;
  const last = others.at(-1);
  if (last === undefined) return first;
  const gapless = items.every((item, index) => item === String(Number(first) + index));
  if (gapless && others.length > 1) return `${first} ${to} ${last}`;
  return `${items.slice(0, -1).join(", ")} ${either} ${last}`;
}

/** Returns a text for a title: the narrow no-break space of that face is hardly seen. */
export function titled(text: string): string {
  return text.replaceAll("\u202f", "\u00a0");
}

/** What French elides before; of names with an H or a Y nobody knows it. */
const VOWEL = /^[aeiouàâäéèêëîïôöùûüœæ]/i;

/** Returns "de" or "que" as it stands before a vowel. */
function elided(before: string): string {
  return before.replace(/e $/, "’");
}

/** Writes a number with a true minus, and with the language's comma. */
function figure(value: number, language: Language): string {
  const written = String(value).replace("-", "−");
  return language === "fr" ? written.replace(".", ",") : written;
}

/** Writes a place as people say it: 2nd, 3e. */
export function ordinal(number: number): string {
  return tell(`ordinal.${new Intl.PluralRules(loaded, { type: "ordinal" }).select(number)}`, { number });
}

/** Writes a day, as it is done where the reader is: English has several ways. */
export function date(at: number): string {
  return new Date(at).toLocaleDateString(here(), { dateStyle: "medium" });
}

/** Writes a day and the time of it, as people here do. */
export function moment(at: number): string {
  return new Date(at).toLocaleString(here(), { dateStyle: "medium", timeStyle: "short" });
}

/** Writes the time of day, as the clocks here show it. */
export function clockTime(at: number, zone?: string): string {
  return new Date(at).toLocaleTimeString(loaded, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: zone,
    timeZoneName: "short",
  });
}

function here(): string {
  return navigator.languages.find((one) => one.split("-")[0] === loaded) ?? loaded;
}

/** Writes milliseconds as seconds with two digits, as the language does. */
export function seconds(ms: number, digits = 2): string {
  return (ms / 1000).toLocaleString(loaded, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
