import "./eslint.components.js";
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import ts from "typescript-eslint";
import compiler from "./svelte.config.js";

export default defineConfig(
  globalIgnores(["src/messages.ts"]), // written by a program
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    files: ["**/*.{ts,svelte}"],
    extends: [ts.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: [".svelte"] } },
    rules: {
      "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "never" }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-confusing-void-expression": "off", // `() => show()` is how a callback is written here
      "@typescript-eslint/no-misused-spread": ["error", { allow: [{ from: "lib", name: "string" }] }],
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
    },
  },
  {
    files: ["src/games/*/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "^\\.\\./(?!\\.\\./|reflex/).|/games/",
              message: "No box imports another: what two of them share is in games/reflex.",
            },
          ],
        },
      ],
    },
  },
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    files: ["**/*.{svelte,svelte.ts}"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig: compiler } },
    rules: {
      "no-undef": "off", // svelte-check knows
      "svelte/prefer-svelte-reactivity": "off", // what is drawn is in $state; other maps and sets need not be watched
    },
  },
);
