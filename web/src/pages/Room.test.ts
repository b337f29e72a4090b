import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Line } from "../fakes";
import { parse } from "../json";
import { router } from "../router.svelte";
import { chair, person, told } from "../sample";
import { settings } from "../settings.svelte";
import { load } from "../texts.svelte";
import { keep, kept } from "../tokens";
import Room from "./Room.svelte";
import Settings from "./Settings.svelte";

beforeAll(() => load("en"));

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("WebSocket", Line);
  settings.chosen.name = "Ada";
});

test.each(["table.locked", "table.crowd"])(
  "someone at a closed door (%s) reads why, and can try again",
  async (key) => {
    render(Room, { code: "KRTBD", tv: false });
    Line.last.opens();
    Line.last.says({ type: "refused", id: 0, rule: "TABLE-7", key, values: {}, text: "This is why." });
    expect(await screen.findByText("This is why.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  },
);

test("whoever the table no longer knows can join as someone new, and the old token is forgotten", async () => {
  keep("KRTBD", false, "old");
  render(Room, { code: "KRTBD", tv: false });
  Line.last.opens();
  expect(JSON.parse(Line.last.sent[0] ?? "")).toMatchObject({ type: "hello", token: "old" });
  Line.last.says({
    type: "refused",
    id: 0,
    rule: "TABLE-7",
    key: "table.unknown",
    values: {},
    text: "Gone.",
  });
  expect(await screen.findByRole("button", { name: "Join as someone new" })).toBeTruthy();
  expect(kept("KRTBD")).toBe("");
});

test("whoever opened the table in another tab reads that it is open elsewhere, and can play here", async () => {
  render(Room, { code: "KRTBD", tv: false });
  Line.last.opens();
  Line.last.says({ type: "closing", key: "closing.elsewhere", text: "Continue there.", again: false });
  expect(await screen.findByRole("heading", { name: "This table is open elsewhere" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Play here" })).toBeTruthy();
});

test("a table that is gone ends in a sentence, and nothing is tried again", async () => {
  vi.useFakeTimers();
  render(Room, { code: "KRTBD", tv: false });
  const line = Line.last;
  line.opens();
  line.says({ type: "error", id: 0, key: "error.no-table", text: "There is no such table." });
  line.onclose?.();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(screen.getByText("There is no such table.")).toBeTruthy();
  expect(Line.last).toBe(line);
  vi.useRealTimers();
});

test("a phone that never reaches the server reads what to check, and why a server that hung up did", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("location", new URL("http://192.168.1.20:8000/t/KRTBD"));
  render(Room, { code: "KRTBD", tv: false });
  await vi.advanceTimersByTimeAsync(3300);
  expect(screen.getByText(/on the same Wi-Fi/)).toBeTruthy();
  Line.last.opens();
  Line.last.says({ type: "closing", key: "closing.storage", text: "The disk is full.", again: true });
  Line.last.onclose?.();
  await tick();
  expect(screen.getByText("The disk is full. Reconnecting…")).toBeTruthy();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a name that is changed in the settings is the name at the table", async () => {
  render(Room, { code: "KRTBD", tv: false });
  const line = Line.last;
  line.opens();
  line.says({ type: "welcome", version: 1, id: 0, code: "KRTBD", member: 1, token: "t" });
  const renamed = (): unknown[] => line.sent.map((text): unknown => JSON.parse(text)).slice(1);
  await tick();
  expect(renamed()).toEqual([]);
  render(Settings);
  const { face } = settings.chosen;
  const field = screen.getByRole("textbox", { name: "Your name", hidden: true });
  await fireEvent.change(field, { target: { value: " Lovelace " } });
  await tick();
  expect(settings.chosen.name).toBe("Lovelace");
  expect(renamed()).toMatchObject([{ type: "rename", name: "Lovelace", face }]);
  await fireEvent.click(screen.getByRole("button", { name: "Choose a face", hidden: true }));
  await fireEvent.click(screen.getByRole("radio", { name: "Face 12", hidden: true }));
  await tick();
  expect(settings.chosen.face).toBe(12);
  expect(renamed().slice(1)).toMatchObject([{ type: "rename", name: "Lovelace", face: 12 }]);
});

test.each([
  ["the host", 1, 0],
  ["a guest", 2, 1],
])("the lesson comes by itself for guests alone: %s", async (_, member, lessons) => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("none")));
  settings.chosen.guided = [];
  const chairs = [
    chair({ seat: 0, name: "Ada", member: 1 }),
    chair({ seat: 1, name: "Bo", member: 2, team: 1 }),
  ];
  render(Room, { code: "KRTBD", tv: false });
  Line.last.opens();
  Line.last.says({ type: "welcome", version: 1, id: 0, code: "KRTBD", member, token: "t" });
  Line.last.says(
    told({ phase: "gathering", game: "spot/tower", chairs, persons: [person(1, "Ada"), person(2, "Bo")] }),
  );
  await tick();
  await vi.dynamicImportSettled();
  expect(document.querySelectorAll(".lesson")).toHaveLength(lessons);
});

test("a lesson makes way for the game that begins, and is offered again", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("none")));
  settings.chosen.guided = [];
  const two = {
    game: "spot/tower",
    chairs: [chair({ seat: 0, name: "Ada", member: 1 }), chair({ seat: 1, name: "Bo", member: 2, team: 1 })],
    persons: [person(1, "Ada"), person(2, "Bo")],
  };
  render(Room, { code: "KRTBD", tv: false });
  Line.last.opens();
  Line.last.says({ type: "welcome", version: 1, id: 0, code: "KRTBD", member: 2, token: "t" });
  Line.last.says(told({ ...two, phase: "gathering" }));
  await tick();
  await vi.dynamicImportSettled();
  expect(document.querySelectorAll(".lesson")).toHaveLength(1);
  Line.last.says(told({ ...two, phase: "playing" }));
  await tick();
  await vi.dynamicImportSettled();
  expect(document.querySelectorAll(".lesson")).toHaveLength(0);
  expect(settings.knows("spot")).toBe(false);
});

test.each(["menu", "players", "leave", "settings"])(
  "whoever plays alone against bots misses nothing while %s is open",
  async (sheet) => {
    const alone = {
      chairs: [
        chair({ seat: 0, name: "Ada", member: 1 }),
        chair({ seat: 1, name: "easy", bot: "easy", team: 1 }),
      ],
      persons: [person(1, "Ada")],
    };
    router.go("/t/KRTBD");
    render(Room, { code: "KRTBD", tv: false });
    const line = Line.last;
    line.opens();
    line.says({ type: "welcome", version: 1, id: 0, code: "KRTBD", member: 1, token: "t" });
    line.says(told(alone));
    await tick();
    router.show(sheet);
    await tick();
    expect(line.sent.map((text) => parse<{ type: string }>(text).type)).toEqual(["hello", "pause"]);
    router.go("/t/KRTBD");
  },
);

test("whoever still looks at the table of the last game is shown the results of the next", async () => {
  router.go("/t/KRTBD");
  const both = {
    chairs: [chair({ seat: 0, name: "Ada", member: 1 }), chair({ seat: 1, name: "Bo", member: 2, team: 1 })],
    persons: [person(1, "Ada"), person(2, "Bo")],
  };
  render(Room, { code: "KRTBD", tv: false });
  Line.last.opens();
  Line.last.says({ type: "welcome", version: 1, id: 0, code: "KRTBD", member: 2, token: "t" });
  Line.last.says(told({ ...both, phase: "over" }));
  router.show("look");
  router.show("menu");
  await tick();
  Line.last.says(told({ ...both, phase: "playing" }));
  await tick();
  router.close();
  await tick();
  expect(router.open).toBe("");
});

test.each([
  ["has no seat", 1, ["hello", "pause"]],
  ["plays", 2, ["hello"]],
])(
  "somebody with a phone who %s: the menu of a shared screen pauses only for its own",
  async (_, member, asked) => {
    const chairs = [1, member].map((one, seat) => chair({ seat, team: seat, name: "Ada", member: one }));
    router.go("/t/KRTBD");
    render(Room, { code: "KRTBD", tv: false });
    const line = Line.last;
    line.opens();
    line.says({ type: "welcome", version: 1, id: 0, code: "KRTBD", member: 1, token: "t" });
    line.says(told({ chairs, persons: [person(1, "Ada"), person(2, "Tom")] }));
    await tick();
    router.show("menu");
    await tick();
    expect(line.sent.map((text) => parse<{ type: string }>(text).type)).toEqual(asked);
    router.go("/t/KRTBD");
  },
);

test("whoever stops the game where one leaves, which had paused it, is not told that nothing is paused", async () => {
  const mine = {
    chairs: [0, 1].map((seat) => chair({ seat, team: seat, name: "Ada", member: 1 })),
    persons: [person(1, "Ada")],
  };
  render(Room, { code: "KRTBD", tv: false });
  const line = Line.last;
  const asked = (): { type: string; id: number }[] =>
    line.sent.map((text) => parse<{ type: string; id: number }>(text));
  line.opens();
  line.says({ type: "welcome", version: 1, id: 0, code: "KRTBD", member: 1, token: "t" });
  line.says(told(mine));
  router.show("leave");
  await tick();
  line.says(told({ ...mine, phase: "paused" }));
  await fireEvent.click(await screen.findByRole("button", { name: "Abandon the game", hidden: true }));
  await fireEvent.click(screen.getByRole("button", { name: "Abandon the game", hidden: true }));
  await tick();
  expect(asked().map(({ type }) => type)).toEqual(["hello", "pause", "abandon", "resume"]);
  const rule = { rule: "TABLE-8", key: "table.not-paused", values: {}, text: "It is not paused." };
  line.says({ type: "refused", id: asked().at(-1)?.id, ...rule });
  await tick();
  await tick();
  expect(document.querySelector(".notices")?.textContent.trim()).toBe("");
});

test("whoever leaves the field at the door empty comes in without a name, for each screen to say in its language", async () => {
  settings.chosen.name = "";
  vi.stubGlobal("fetch", () =>
    Promise.resolve(new Response(JSON.stringify({ code: "KRTBD", game: "spot/tower", persons: 1 }))),
  );
  render(Room, { code: "KRTBD", tv: false });
  await fireEvent.click(await screen.findByRole("button", { name: "Join" }));
  Line.last.opens();
  expect(JSON.parse(Line.last.sent[0] ?? "")).toMatchObject({ type: "hello", name: "" });
  vi.unstubAllGlobals();
});
