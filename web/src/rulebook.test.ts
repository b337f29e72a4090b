import { expect, test, vi } from "vitest";
import { page, pageOf, runs } from "./rulebook";

test.each(["en", "fr"] as const)(
  "the page of Spot it! has the rules of the Tower in %s",
  async (language) => {
    const rules = (await page("spot", language)).flatMap((section) => section.rules.map((rule) => rule.id));
    expect(rules).toContain("TOWER-3");
  },
);

/** A server with one game of another package, which has a rules page. */
vi.stubGlobal("fetch", (address: URL) =>
  Promise.resolve(
    address.pathname === "/api/games"
      ? Response.json({ version: 1, games: [{ name: "nim" }], bots: {}, texts: {} })
      : address.pathname === "/api/rules/nim/fr"
        ? new Response("# Nim\n\n| id | règle |\n|---|---|\n| NIM-2 | Prenez-en trois. |\n")
        : new Response("", { status: 404 }),
  ),
);

test("a page that the client was not built with comes from the server", async () => {
  expect(await page("nim", "fr")).toEqual([
    { title: "Nim", rules: [{ id: "NIM-2", text: "Prenez-en trois.", house: false }] },
  ]);
  expect(await page("none", "fr")).toEqual([]);
  expect(await pageOf("NIM-2", "fr")).toBe("nim");
});

test("a rule leads to its page", async () => {
  expect(await pageOf("KARTA-5", "en")).toBe("karta");
  expect(await pageOf("NOTHING-1", "en")).toBeUndefined();
});

test("stars are not shown, what they mean is", () => {
  expect(runs("put it on **any other** pile, as in *Welcome* ([README](README.md))")).toEqual([
    { text: "put it on ", kind: "plain" },
    { text: "any other", kind: "strong" },
    { text: " pile, as in ", kind: "plain" },
    { text: "Welcome", kind: "em" },
    { text: " (README)", kind: "plain" },
  ]);
});

test("what is ours is known in both languages", async () => {
  for (const language of ["en", "fr"] as const) {
    const rules = (await page("karta", language)).flatMap((section) => section.rules);
    expect(rules.find(({ id }) => id === "KARTA-2")?.house).toBe(true);
    expect(rules.find(({ id }) => id === "KARTA-13")?.house).toBe(false);
  }
});
