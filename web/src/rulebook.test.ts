import { expect, test } from "vitest";
import { page, pageOf, runs } from "./rulebook";

test.each(["en", "fr"] as const)(
  "the page of Spot it! has the rules of the Tower in %s",
  async (language) => {
    const rules = (await page("spot", language)).flatMap((section) => section.rules.map((rule) => rule.id));
    expect(rules).toContain("TOWER-3");
  },
);

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
