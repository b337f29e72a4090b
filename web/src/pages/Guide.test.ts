import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { sitting } from "../fakes";
import { chair, person, told } from "../sample";
import { settings } from "../settings.svelte";
import { load } from "../texts.svelte";
import Guide from "./Guide.svelte";

beforeAll(() => load("en"));
beforeEach(() => {
  settings.chosen.guided = [];
  localStorage.clear();
});

function shown(game: string, tv: boolean): () => void {
  const persons = [person(1, "Ada"), { ...person(2, "TV"), tv }];
  const { table } = sitting(1, told({ game, chairs: [chair({ member: 1 })], persons }));
  return render(Guide, { table }).unmount;
}

test("whoever has played beside the guide is not guided again in the next game", () => {
  const leave = shown("spot/tower", false);
  expect(screen.getByText(/There is always exactly one/)).toBeTruthy();
  leave();
  shown("spot/tower", false);
  expect(screen.queryByRole("status")).toBeNull();
  expect(settings.knows("spot")).toBe(false);
});

test.each([
  ["spot/tower", true, true],
  ["spot/tower", false, false],
  ["spot/triplet", true, false],
])("where the other card lies on a TV, the guide says so: %s, %s", (game, tv, said) => {
  shown(game, tv);
  expect(screen.queryAllByText(/the one on the TV/)).toHaveLength(said ? 1 : 0);
});

test.each([
  ["triplet", /^Find a symbol that three of these cards share/],
  ["potato", /your card shares with another/],
  ["catch", /tap it on that card/],
  ["gift", /tap it on theirs/],
])(
  "a game that is pressed otherwise says how the first time, whoever knows the box: %s",
  async (name, text) => {
    settings.chosen.guided = ["spot"];
    const leave = shown(`spot/${name}`, false);
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Skip" })).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Got it" }));
    expect(screen.queryByRole("status")).toBeNull();
    leave();
    shown("spot/tower", false);
    expect(screen.queryByRole("status")).toBeNull();
  },
);
