// Writes src/messages.ts from messages.schema.json, which `python -m cartable.server.schema` prints.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { compile } from "json-schema-to-typescript";

const here = import.meta.dirname;

/** Returns the TypeScript of every message. */
export async function messages() {
  const schema = JSON.parse(readFileSync(join(here, "messages.schema.json"), "utf8"), plain);
  const typescript = await compile(schema, "Cartable", {
    bannerComment: "// Made by `npm run messages` from messages.schema.json; do not edit.",
    additionalProperties: false,
    style: { printWidth: 120 },
  });
  const version = `/** The protocol's version. */\nexport const VERSION = ${schema.properties.version.const};\n\n`;
  return typescript
    .replace(/^(?=export )/m, version)
    .replace(/\n \*(?:\n \*)? This interface was referenced by .*?(?=\n \*\/)/gs, "")
    .replace(/\/\*\*\n \*\/\n/g, "");
}

/** Says things as json-schema-to-typescript reads them: it knows no `prefixItems`, and takes a default for another type. */
function plain(_, value) {
  if (value?.$ref) return { $ref: value.$ref };
  if (!value?.prefixItems) return value;
  const { prefixItems, ...rest } = value;
  return { ...rest, items: prefixItems, additionalItems: false };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(join(here, "src/messages.ts"), await messages());
}
