import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filled } from "../texts.plugin";
import { beforeEach, expect, test, vi } from "vitest";

const SCRIPT = readFileSync(join(import.meta.dirname, "../public/floor.js"), "utf8");
// eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/consistent-type-assertions -- it runs as a page runs it
const run = new Function("window", "document", "CSS", SCRIPT) as (
  window: object,
  document: object,
  css: object | undefined,
) => void;

beforeEach(() => {
  document.body.innerHTML = '<div id="floor" hidden></div><div id="app"></div>';
});
const shown = (): (string | undefined)[] =>
  [...document.querySelectorAll("div")].filter((one) => !one.hidden).map((one) => one.id);

test.each([
  ["that lacks new colours", { supports: vi.fn((asked: string) => asked !== "color") }],
  ["that cannot choose by what is inside", { supports: vi.fn((asked: string) => !asked.includes(":has")) }],
  ["that cannot even be asked", undefined],
])("a browser %s reads that it is too old, instead of a blank page", (_, css) => {
  run({ CSS: css }, Object.assign(document, { adoptedStyleSheets: [] }), css);
  expect(shown()).toEqual(["floor"]);
});

test("a browser of this decade reads nothing of it", () => {
  const css = { supports: vi.fn(() => true) };
  run({ CSS: css }, Object.assign(document, { adoptedStyleSheets: [] }), css);
  expect(shown()).toEqual(["app"]);
});

test("the page has its sentences in both languages before any script runs", () => {
  const page = filled(readFileSync(join(import.meta.dirname, "../index.html"), "utf8"));
  expect(page).toContain("too old for Cartable");
  expect(page).toContain("trop ancien pour Cartable");
  expect(page).toContain("needs JavaScript");
  expect(page).not.toMatch(/%/);
});

test("the script is written for browsers of any age", () => {
  expect(SCRIPT).not.toMatch(/=>|\b(const|let|import|await)\b|`|\?\./);
});
