/** The numbered rules, read from the project's own pages in the reader's language. */

import { rules, shelf } from "./api";
import { box } from "./games";
import type { Language } from "./settings.svelte";
import { has, say, tell } from "./texts.svelte";

export interface Rule {
  id: string;
  text: string;
  /** Whether any of it is ours and not the rulebook's. */
  house: boolean;
}
export interface Section {
  title: string;
  rules: Rule[];
}
export interface Run {
  text: string;
  kind: "plain" | "strong" | "em";
}

/** The one mark for what is ours. */
const HOUSE = /\*\*\((house|maison)\)\*\*/;

const PAGES = import.meta.glob<string>("../../docs/rules/**/*.md", { query: "?raw", import: "default" });
const FOLDERS: Record<Language, string> = { en: "../../docs/rules", fr: "../../docs/rules/fr" };
/** The names of the pages that this client was built with. */
const OWN = Object.keys(PAGES).flatMap((path) => /rules\/([a-z]+)\.md$/.exec(path)?.[1] ?? []);

/** Returns the sections of a page that hold rules; one that the client was not built with comes from the server. */
export async function page(name: string, language: Language): Promise<Section[]> {
  const load = PAGES[`${FOLDERS[language]}/${name}.md`];
  return sections(named(load ? await load() : await rules(name, language), name));
}

/** Calls the options of a box, which a page names as the command line does, as the lobby does. */
function named(markdown: string, name: string): string {
  return markdown.replace(/`([a-z]+)`/g, (code, option: string) => {
    const key = `option.${name}.${option}`;
    return has(key) ? say("quoted", { text: tell(key) }) : code;
  });
}

/** Returns the name of the page that holds a rule. */
export async function pageOf(id: string, language: Language): Promise<string | undefined> {
  return (await among(OWN, id, language)) ?? (await among(await brought(), id, language));
}

async function among(names: Iterable<string>, id: string, language: Language): Promise<string | undefined> {
  for (const name of names) {
    const found = await page(name, language);
    if (found.some((section) => section.rules.some((rule) => rule.id === id))) return name;
  }
  return undefined;
}

/** Returns the boxes whose pages only the server has. */
async function brought(): Promise<Set<string>> {
  const { games } = await shelf().catch(() => ({ games: [] }));
  return new Set(games.map((info) => box(info.name)).filter((name) => !OWN.includes(name)));
}

/** Reads the headings and the rows of rules of a page. */
function sections(markdown: string): Section[] {
  const found: Section[] = [];
  let title = "";
  for (const line of markdown.split("\n")) {
    const heading = /^#+ (.*)$/.exec(line)?.[1];
    const [, id, text] = /^\| ([A-Z]+-\d+) \| (.*?) \|/.exec(line) ?? [];
    if (heading !== undefined) title = heading;
    if (id === undefined || text === undefined) continue;
    if (found.at(-1)?.title !== title) found.push({ title, rules: [] });
    found.at(-1)?.rules.push({ id, text, house: HOUSE.test(text) });
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
