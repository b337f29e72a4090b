// Lets the linter see what components hand to callbacks; read as eslint-plugin-svelte is loaded, so imported before it.
import process from "node:process";

process.env.SVELTE_ESLINT_PARSER_EXPERIMENTAL_TS_SYS_HOOK = "1";
