import { afterEach, expect, test } from "vitest";
import { router } from "./router.svelte";

/** Waits until the browser has gone back. */
function gone(): Promise<unknown> {
  return new Promise((back) => addEventListener("popstate", back, { once: true }));
}

/** Comes to a page by its address, as from another site. */
function land(path: string): void {
  history.replaceState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

afterEach(() => land("/"));

test("the way back leads to the page before, whatever was marked meanwhile", async () => {
  router.go("/book");
  router.go("/r/abc");
  router.mark("12");
  expect(router.within).toBe(true);
  const left = gone();
  router.back();
  await left;
  expect(router.page).toBe("book");
});

test("who came by a link is led to the shelf", () => {
  land("/r/abc");
  router.mark("3");
  expect(router.within).toBe(false);
  router.back();
  expect(router.home).toBe(true);
  expect(router.within).toBe(true);
});

test("what lay under a sheet is open again when it is closed", () => {
  router.show("menu");
  router.show("rules-tower", "menu");
  expect(router.open).toBe("rules-tower");
  router.close();
  expect(router.open).toBe("menu");
  router.close();
  expect(router.open).toBe("");
});

test.each(["look", "next"])("a menu over %s leads back to it, however deep it was opened", (place) => {
  router.show(place);
  router.show("menu");
  router.show("settings");
  router.close();
  expect(router.open).toBe(place);
  router.close();
  expect(router.open).toBe("");
});

test("a mistyped address is taken as it stands", () => {
  land("/t/%e9#%");
  expect(router.code).toBe("%E9");
  expect(router.open).toBe("%");
  land("/t/ab%C3%A9#a%20b");
  expect(router.code).toBe("ABÉ");
  expect(router.open).toBe("a b");
});
