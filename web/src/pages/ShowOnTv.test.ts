import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { router } from "../router.svelte";
import { load } from "../texts.svelte";
import { keep, kept } from "../tokens";
import ShowOnTv from "./ShowOnTv.svelte";
import Waiting from "./Waiting.svelte";

beforeAll(() => load("en"));

beforeEach(() => {
  localStorage.clear();
  router.go("/");
});

/** Answers each address by the end of its path. */
function answering(answers: Record<string, [number, object]>): void {
  vi.stubGlobal("fetch", (url: URL) => {
    const [status, body] = answers[url.pathname.split("/").at(-1) ?? ""] ?? [404, {}];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
}

test("the host's own screen shows the table with what the server admits it by, locked or not", async () => {
  keep("KRTBD", false, "host");
  answering({ screen: [200, { table: "KRTBD", token: "admitted" }] });
  render(ShowOnTv, { code: "KRTBD" });
  await fireEvent.click(screen.getByRole("button", { name: "Or show the table on this screen" }));
  await vi.waitFor(() => expect(router.open).toBe("tv"));
  expect([kept("KRTBD", true), kept("KRTBD")]).toEqual(["admitted", "host"]);
});

test("a browser that keeps nothing shows an open table all the same", async () => {
  answering({});
  render(ShowOnTv, { code: "KRTBD" });
  await fireEvent.click(screen.getByRole("button", { name: "Or show the table on this screen" }));
  await vi.waitFor(() => expect(router.open).toBe("tv"));
});

test("whoever may not show a locked table reads why, and stays", async () => {
  keep("KRTBD", false, "guest");
  answering({ screen: [409, { key: "table.locked", text: "This is why.", rule: "TABLE-7" }] });
  render(ShowOnTv, { code: "KRTBD" });
  await fireEvent.click(screen.getByRole("button", { name: "Or show the table on this screen" }));
  expect(await screen.findByText("This is why.")).toBeTruthy();
  expect(router.open).not.toBe("tv");
});

test("a television that waits comes in with what the server admits it by", async () => {
  vi.useFakeTimers();
  answering({
    screens: [201, { code: "BCDF", secret: "s3cret", seconds: 600 }],
    s3cret: [200, { table: "KRTBD", token: "admitted" }],
  });
  render(Waiting);
  await vi.advanceTimersByTimeAsync(2000);
  expect([router.code, router.open, kept("KRTBD", true)]).toEqual(["KRTBD", "tv", "admitted"]);
  vi.useRealTimers();
});
