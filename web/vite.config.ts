import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";
import { compress } from "./compress.plugin.ts";
import { decks } from "./decks.plugin.ts";
import { texts } from "./texts.plugin.ts";
import { tidy } from "./tidy.plugin.ts";

/** Where `cartable` answers while the client is being worked on. */
const PYTHON = "http://127.0.0.1:8000";

export default defineConfig({
  base: "/",
  plugins: [svelte(), svelteTesting(), decks(), texts(), compress(), tidy()],
  build: {
    outDir: "../src/cartable/static",
    emptyOutDir: false, // the decks' pictures and fonts lie there too; `tidy` takes away what is old
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy allows no inlined fonts or scripts
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 150,
  },
  server: {
    fs: { allow: [".."] },
    // The server answers to the host that the page came from: it compares it with the page's origin.
    proxy: {
      "/api": { target: PYTHON, changeOrigin: false },
      "/ws": { target: PYTHON, changeOrigin: false, ws: true },
    },
  },
  test: {
    environment: "happy-dom",
    pool: "threads",
    setupFiles: ["src/patience.setup.ts"],
    testTimeout: 60_000,
    projects: [
      // Each file in a world of its own: what is drawn may still be at work when its file is over.
      { extends: true, test: { name: "drawn", include: ["src/**/[A-Z]*.test.ts"] } },
      // To make that world takes longer than these tests: they share one, and `tidy.setup` tidies up.
      {
        extends: true,
        test: {
          name: "undrawn",
          include: ["src/**/[a-z]*.test.ts"],
          isolate: false,
          setupFiles: ["src/tidy.setup.ts"],
        },
      },
    ],
  },
});
