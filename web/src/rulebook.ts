/** The numbered rules, read from the project's own pages in the reader's language. */

import type { Language } from "./settings.svelte";

export interface Rule {
  id: string;
  text: string;
}
export interface Section {
  title: string;
  rules: Rule[];
}
export interface Run {
  text: string;
  kind: "plain" | "strong" | "em";
}

const PAGES = import.meta.glob<string>("../../docs/rules/**/*.md", { query: "?raw", import: "default" });
const FOLDERS: Record<Language, string> = { en: "../../docs/rules", fr: "../../docs/rules/fr" };
const NAMES = ["spot", "island", "catatac", "karta", "table", "fair", "decks"];

/** Returns the sections of a page that hold rules. */
export async function page(name: string, language: Language): Promise<Section[]> {
  const load = PAGES[`${FOLDERS[language]}/${name}.md`];
  return load ? sections(await load()) : [];
}

/** Returns the name of the page that holds a rule. */
export async function pageOf(id: string, language: Language): Promise<string | undefined> {
  for (const name of NAMES) {
    const found = await page(name, language);
    if (found.some((section) => section.rules.some((rule) => rule.id === id))) return name;
  }
  return undefined;
}

/** Reads the headings and the rows of rules of a page. */
export function sections(markdown: string): Section[] {
  const found: Section[] = [];
  let title = "";
  for (const line of markdown.split("\n")) {
    const heading = /^#+ (.*)$/.exec(line)?.[1];
    const [, id, text] = /^\| ([A-Z]+-\d+) \| (.*?) \|/.exec(line) ?? [];
    if (heading !== undefined) title = heading;
    if (id === undefined || text === undefined) continue;
    if (found.at(-1)?.title !== title) found.push({ title, rules: [] });
    found.at(-1)?.rules.push({ id, text });
  }
  return found;
}

/** Splits a text with **strong** and *slanted* parts; links and code are plain, and no rule's number is broken off. */
export function runs(text: string): Run[] {
  const simple = text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/`([^`]*)`/g, "$1")
    .replace(/([A-Z]-)(?=\d)/g, "$1\u2060");
  return simple
    .split(/(\*\*.+?\*\*|\*.+?\*)/)
    .filter((part) => part !== "")
    .map((part) =>
      part.startsWith("**")
        ? { text: part.slice(2, -2), kind: "strong" }
        : part.startsWith("*")
          ? { text: part.slice(1, -1), kind: "em" }
          : { text: part, kind: "plain" },
    );
}
