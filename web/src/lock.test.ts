import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "./json";

interface Package {
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

const LOCK = parse<{ packages: Record<string, Package> }>(
  readFileSync(join(import.meta.dirname, "../package-lock.json"), "utf8"),
);
const PACKAGES = Object.entries(LOCK.packages);

test("every kind of machine finds its binaries in the lock, whatever machine wrote it", () => {
  const named = new Set(PACKAGES.map(([path]) => path.slice(path.lastIndexOf("node_modules/") + 13)));
  const asked = PACKAGES.flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies));
  expect(asked).toContain("@rolldown/binding-darwin-arm64");
  expect(asked.filter((name) => !named.has(name))).toEqual([]);
});

test("the lock names no registry", () => {
  expect(PACKAGES.filter(([, one]) => one.resolved !== undefined)).toEqual([]);
});
