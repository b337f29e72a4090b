import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** Takes away what earlier builds left, once the new client is whole: who is served meanwhile misses nothing. */
export function tidy(): Plugin {
  let folder = "";
  const made = new Set<string>();
  return {
    name: "tidy",
    apply: "build",
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    writeBundle: (_, bundle) => {
      for (const name of Object.keys(bundle)) made.add(name);
    },
    closeBundle: {
      order: "post",
      sequential: true,
      handler() {
        if (made.size === 0) return; // The build failed; the client of before stays.
        for (const name of readdirSync(join(folder, "assets"))) {
          if (!made.has(`assets/${name.replace(/\.(br|gz)$/, "")}`)) rmSync(join(folder, "assets", name));
        }
        // What hatch_build.py noted of the build before no longer holds.
        rmSync(join(folder, ".digest"), { force: true });
      },
    },
  };
}
