import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { router } from "../router.svelte";
import { load } from "../texts.svelte";
import Rules from "./Rules.svelte";

beforeAll(async () => {
  await load("en");
  const games = ["karta", "spot/tower", "spot/well"].map((name) => ({ name }));
  vi.stubGlobal("fetch", (address: URL) =>
    Promise.resolve(
      address.pathname === "/api/games"
        ? Response.json({ version: 1, games, bots: {}, texts: {} })
        : new Response("", { status: 404 }),
    ),
  );
});

test("a game's page says how it ends and what ties do, and leads to every rule", () => {
  render(Rules, { page: "karta" });
  expect(screen.getByText("Make lines of four dots of your colour.")).toBeTruthy();
  expect(screen.getByText("Ties")).toBeTruthy();
  expect(document.body.textContent).not.toContain("KARTA-");
  screen.getByRole("button", { name: "Every rule, numbered", hidden: true }).click();
  expect(router.open).toBe("rules-every-karta");
});

test("a game's page says how its own symbols are called, and not those of other games", async () => {
  const { rerender } = render(Rules, { page: "spot/well" });
  expect(screen.getByText("To call a symbol, press it on either card.")).toBeTruthy();
  expect(document.querySelector(".howto")?.textContent).not.toContain("Triplet");
  await rerender({ page: "spot/catch" });
  expect(screen.getByText("To call a symbol, press it on the outer card.")).toBeTruthy();
  await rerender({ page: "island/ports" });
  expect(screen.getByText(/on your card, then press the place/)).toBeTruthy();
});

test("from the numbered rules a way leads back to how to play", () => {
  render(Rules, { page: "every-karta" });
  screen.getByRole("button", { name: "Back to how to play", hidden: true }).click();
  expect(router.open).toBe("rules-karta");
});

test("a box leads to the pages of its games, and a rule to its number", async () => {
  const { unmount } = render(Rules, { page: "spot" });
  (await screen.findByRole("button", { name: "The Tower", hidden: true })).click();
  expect(router.open).toBe("rules-spot/tower");
  unmount();
  const { rerender } = render(Rules, { page: "spot/tower" });
  expect(await screen.findByRole("button", { name: "The Well", hidden: true })).toBeTruthy();
  await rerender({ page: "karta" });
  expect(screen.queryByRole("button", { name: "The Well", hidden: true })).toBeNull();
  await rerender({ page: "KARTA-5" });
  expect(await screen.findByText("KARTA-5")).toBeTruthy();
});

test("the numbers of one game come first", async () => {
  render(Rules, { page: "every-spot/well" });
  const first = await screen.findByText("WELL-1");
  expect(document.querySelector("dt")).toBe(first);
});

test("a rule calls an option by the name it has in the lobby", async () => {
  const { unmount } = render(Rules, { page: "HOT-4" });
  expect((await screen.findByText(/after the number of rounds/)).textContent).toContain(
    "the option “Rounds” (5",
  );
  unmount();
  render(Rules, { page: "KARTA-7" });
  expect((await screen.findByText(/along the side/)).textContent).toContain(
    "the option “Corners touch” it is",
  );
});

test("rules that were opened from a box lead back to it, whichever page was read", () => {
  router.show("spot");
  router.show("rules-spot", "spot");
  router.show("rules-spot/tower");
  router.close();
  expect(router.open).toBe("spot");
  router.close();
  expect(router.open).toBe("");
  router.show("rules-karta");
  router.close();
  expect(router.open).toBe("");
});
