import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sitting } from "../fakes";
import { DRAWINGS } from "../games";
import { parse } from "../json";
import { router } from "../router.svelte";
import { chair, game, person, spotView, told } from "../sample";
import { settings } from "../settings.svelte";
import { load } from "../texts.svelte";
import Play from "./Play.svelte";

beforeAll(() => load("en"));
beforeEach(() => vi.stubGlobal("fetch", () => Promise.reject(new Error("There is no server."))));

const TABLE = told({
  chairs: [chair({ seat: 0, name: "Ada", member: 1 }), chair({ seat: 1, name: "Bruno", member: 2 })],
});

test.each([
  ["the others by name", 1, "Bruno ran out of time. The table played instead."],
  ["whoever was late", 2, "You ran out of time. The table played for you."],
])("it is told that the table moved for somebody: %s (TABLE-11)", async (_, member, sentence) => {
  const { table, line } = sitting(member, TABLE);
  render(Play, { table });
  await tick();
  line.says(game({ moves: 1 }));
  await tick();
  expect(screen.queryByText(/ran out of time/)).toBeNull();
  line.says(game({ moves: 2, expired: [1] }));
  await tick();
  expect(screen.getByText(sentence)).toBeTruthy();
});

test("whose number the shuffle has to do without is said at the deal, and once (TABLE-12)", async () => {
  const shares = [{ seats: [0], number: "aa" }, { seats: [1] }];
  const { table, line } = sitting(1, { ...TABLE, shares });
  render(Play, { table });
  await tick();
  expect(screen.getByText("Shuffled without a number from Bruno.")).toBeTruthy();
  line.says(game({ moves: 1 }));
  line.says(game({ moves: 2, expired: [1] }));
  await tick();
  expect(screen.queryByText(/without a number/)).toBeNull();
});

test("a shuffle with everybody's number needs no notice, nor does a game that is under way", async () => {
  const heard = [0, 1].map((seat) => ({ seats: [seat], number: "aa" }));
  render(Play, { table: sitting(1, { ...TABLE, shares: heard }).table });
  const { table, line } = sitting(1, { ...TABLE, phase: "over" });
  line.says(game({ moves: 3 }));
  render(Play, { table });
  await tick();
  line.says({ ...TABLE, shares: [{ seats: [1] }] });
  await tick();
  expect(screen.queryByText(/without a number/)).toBeNull();
});

test.each([
  ["one's own screen", 2, 1],
  ["a screen that two share, who each read it at their side", 1, 0],
])("the first time with a box a guide stands above its game: %s", async (_, second, guides) => {
  settings.chosen.guided = [];
  const chairs = [1, second].map((member, seat) => chair({ seat, member }));
  const { table, line } = sitting(1, told({ game: "spot/tower", chairs }));
  render(Play, { table });
  const view = spotView({});
  line.says(game({ sights: [0, 1].map((seat) => ({ seat, view, events: [], moves: null })) }));
  await tick();
  expect(document.querySelectorAll(".guide")).toHaveLength(guides);
});

test("the guide stands until somebody here finds a symbol, and not only until they press one", async () => {
  settings.chosen.guided = ["spot"];
  const chairs = [1, 2].map((member, seat) => chair({ seat, member }));
  const { table, line } = sitting(1, told({ game: "spot/triplet", chairs }));
  render(Play, { table });
  const cards = [0, 1, 2];
  const guides: number[] = [];
  const all = [
    [],
    [{ type: "wrong", seat: 0, symbol: 1, cards, until: 9 }],
    [{ type: "took", seat: 1, symbol: 0, cards, to: 1 }],
    [{ type: "took", seat: 0, symbol: 0, cards, to: 0 }],
  ];
  for (const events of all) {
    line.says(game({ sights: [{ seat: null, view: spotView({}), events, moves: null }] }));
    await tick();
    guides.push(document.querySelectorAll(".guide").length);
  }
  expect(guides).toEqual([1, 1, 1, 0]);
});

test("a time that ran out and ended the game is left to the result", async () => {
  const { table, line } = sitting(1, TABLE);
  render(Play, { table });
  await tick();
  const result = { ranking: [[0], [1]], scores: [0, 0], why: "expired" as const };
  line.says(game({ moves: 2, expired: [1], result }));
  await tick();
  expect(screen.queryByText(/ran out of time/)).toBeNull();
});

test("the host is told who is gone, and where to choose somebody else", async () => {
  const gone = chair({ seat: 1, name: "Bruno", spare: true });
  const { table } = sitting(1, { ...TABLE, host: 1, chairs: [...TABLE.chairs.slice(0, 1), gone] });
  render(Play, { table });
  await tick();
  expect(screen.getByText("Bruno is gone.")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Choose a replacement" }));
  expect(router.open).toBe("players");
});

test.each(["playing", "paused"] as const)(
  "whoever left and is back takes their seat again, and the host reads of it, in a game that is %s",
  async (phase) => {
    vi.stubGlobal("fetch", () =>
      Promise.resolve(
        Response.json({ version: 1, games: [{ name: "karta", hidden: false }], bots: {}, texts: {} }),
      ),
    );
    const chairs = [
      chair({ seat: 0, name: "Ada", spare: true }),
      chair({ seat: 1, name: "Bruno", member: 2 }),
    ];
    const persons = [person(2, "Bruno"), person(3, "Ada")];
    const back = told({ game: "karta", phase, host: 2, chairs, persons });
    const { table, line } = sitting(3, back);
    const { unmount } = render(Play, { table });
    await fireEvent.click(await screen.findByRole("button", { name: "Take my seat back" }));
    expect(parse(line.sent.at(-1) ?? "")).toMatchObject({ type: "sit", seat: 0 });
    unmount();
    render(Play, { table: sitting(2, back).table });
    expect(await screen.findByText("Ada is back and can sit down again.")).toBeTruthy();
  },
);

test.each([
  ["who paused it", [], "Ada paused the game, and will resume it."],
  ["who is gone", [{ away: true }], "Cleo is gone."],
  ["nobody's name for a pause by somebody who has left", [{}, 3], "Cleo will resume the game."],
] as const)("whoever waits in a pause reads %s", async (_, [cleo = {}, host = 1], sentence) => {
  const chairs = [...TABLE.chairs, chair({ seat: 2, name: "Cleo", member: 3, ...cleo })];
  const playing = told({ ...TABLE, game: "karta", chairs, host: 1 });
  const { table, line } = sitting(2, playing);
  line.says({ ...playing, phase: "paused" });
  line.says({ ...playing, phase: "paused", host });
  render(Play, { table });
  await tick();
  expect(screen.getByText(sentence)).toBeTruthy();
});

test("where the board cannot be loaded, the page can be reloaded", async () => {
  vi.spyOn(DRAWINGS, "karta").mockRejectedValueOnce(new Error("404"));
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  render(Play, { table: sitting(1, { ...TABLE, game: "karta", deck: null }).table });
  expect((await screen.findByRole("alert")).textContent).toMatch(/didn’t load/);
  await fireEvent.click(screen.getByRole("button", { name: "Reload" }));
  expect(reload).toHaveBeenCalled();
});
