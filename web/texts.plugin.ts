import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import { parse } from "./src/json.ts";

const FOLDER = resolve(import.meta.dirname, "../src/cartable/texts");
const MODULE = "virtual:texts/";
/** What the page shows of the pages that it shares with the server: names, options, refusals, credits, plain drawings. */
const SHARED = /^(game|howto|option|refused|credit|box|view|move|event)\./;

/** Offers the texts that the page shows, one module for each language: `virtual:texts/en`. */
export function texts(): Plugin {
  return {
    name: "texts",
    resolveId: (id) => (id.startsWith(MODULE) ? `\0${id}` : null),
    transformIndexHtml: filled,
    generateBundle() {
      const source = filled(readFileSync(join(import.meta.dirname, "worker.js"), "utf8"));
      this.emitFile({ type: "asset", fileName: "worker.js", source });
    },
    load(id) {
      if (!id.startsWith(`\0${MODULE}`)) return null;
      const language = id.slice(MODULE.length + 1);
      return `export default ${JSON.stringify(catalogue(language, (page) => this.addWatchFile(page)))}`;
    },
  };
}

/** Writes into the page itself what a browser reads that cannot run it. */
export function filled(html: string): string {
  return html.replace(/%(\w+)\.(\w\w)%/g, (_, key: string, language: string) => {
    const sentence = catalogue(language)[key];
    if (sentence === undefined) throw new Error(`the page asks for a text that is not there: ${key}`);
    return sentence;
  });
}

/** Returns the texts that the page shows: its own pages whole, and its part of the others. */
export function catalogue(
  language: string,
  watch: (page: string) => void = () => {},
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(FOLDER).filter((name) => name.endsWith(".json"))) {
    const page = join(FOLDER, name);
    watch(page);
    const sentences = parse<Record<string, Record<string, string>>>(readFileSync(page, "utf8"));
    for (const [key, sentence] of Object.entries(sentences))
      if (name.startsWith("web") || SHARED.test(key)) found[key] = sentence[language] ?? "";
  }
  return found;
}
