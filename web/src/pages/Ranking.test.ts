import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, expect, test } from "vitest";
import { sitting } from "../fakes";
import { chair, game, told } from "../sample";
import { load } from "../texts.svelte";
import Ranking from "./Ranking.svelte";

beforeAll(() => load("en"));

/** Shows how a game ended between Ada, who looks, Bruno and a bot that plays on his side. */
function ended(name: string, scores: number[], won: [number, number, number?], ranking = [[0], [1]]): void {
  const chairs = [
    chair({ seat: 0, team: 0, name: "Ada", member: 1, score: won[0] }),
    chair({ seat: 1, team: 1, name: "Bruno", member: 2, score: won[1] }),
    chair({ seat: 2, team: 1, name: "easy", bot: "easy", score: won[2] ?? won[1] }),
    chair({ seat: 3, team: 0 }),
  ];
  const { table, line } = sitting(1, told({ game: name, phase: "over", chairs }));
  line.says(game({ result: { ranking, scores, why: "played" } }));
  render(Ranking, { table });
}

test("where mates have won in other teams too, the evening’s score stands below, the most first", () => {
  ended("catatac", [1, 3], [1, 2, 3], [[1], [0]]);
  expect(screen.getByText("So far: Gizmo (3) · Bruno (2) · You (1)")).toBeTruthy();
  expect(screen.queryByText(/won/)).toBeNull();
});

test.each([
  ["the first game", "0 games won", [1, 0]],
  ["a team’s first game", "0 games won", [0, 1]],
  ["three games", "2 games won", [1, 2]],
] as const)("after %s the ranking alone says who has won how many", (_, other, [own, theirs]) => {
  ended("spot/tower", [3, 1], [own, theirs]);
  expect(screen.queryByText(/So far/)).toBeNull();
  expect(screen.getByText("1 game won")).toBeTruthy();
  expect(screen.getByText(other)).toBeTruthy();
});

test.each([
  ["catatac", "Tied on points: the sardines decided it."],
  ["karta", "Tied on tokens: the visible dots decided it."],
])("a result between equal scores says what decided it: %s", (name, sentence) => {
  ended(name, [3, 3], [1, 0]);
  expect(screen.getByText(sentence)).toBeTruthy();
});

test.each([
  ["karta", "Tied on tokens: the visible dots decided it, 43 to 41."],
  ["catatac", "Tied on points: the sardines decided it, 43 to 41."],
])("what decided between equal scores is counted over all games: %s", (name, sentence) => {
  const chairs = [
    chair({ seat: 0, team: 0, name: "Ada", member: 1 }),
    chair({ seat: 1, team: 1, name: "Bo" }),
  ];
  const view = { type: "stageview", index: 1, standing: [3, 3, 41, 43], game: {} };
  const { table, line } = sitting(1, told({ game: name, phase: "over", chairs }));
  const sights = [{ seat: null, view, events: [], moves: [] }];
  line.says(game({ sights, result: { ranking: [[1], [0]], scores: [3, 3], why: "played" } }));
  render(Ranking, { table });
  expect(screen.getByText(sentence)).toBeTruthy();
});

test.each([
  ["a guest", 2, {}, "Ada ended the game. Nobody wins and nobody scores."],
  ["the host", 1, {}, "You ended the game. Nobody wins and nobody scores."],
  ["the television", 7, {}, "Ada ended the game. Nobody wins and nobody scores."],
  ["a guest who had resigned", 2, { resigned: true }, "Ada ended the game. Nobody wins and nobody scores."],
])("who ended a game without a winner is said to %s, and nobody has a place", (_, member, more, why) => {
  const chairs = [
    chair({ seat: 0, team: 0, name: "Ada", member: 1 }),
    chair({ seat: 1, team: 1, name: "Bo", member: 2, ...more }),
  ];
  const { table, line } = sitting(member, told({ game: "catatac", phase: "over", host: 1, chairs }));
  line.says(game({ result: { ranking: [[0, 1]], scores: [0, 0], why: "abandoned" } }));
  render(Ranking, { table });
  expect(document.querySelector(".why")?.textContent).toBe(why);
  expect(document.querySelectorAll(".place")).toHaveLength(0);
});

test("practice counts nobody's games, and says that it is practice (TABLE-13)", () => {
  const chairs = [chair({ seat: 0, name: "Ada", member: 1 }), chair({ seat: 1, name: "hard", bot: "hard" })];
  const practice = { position: "", version: 1, teams: [0, 1], record: "abc", step: 12 };
  const { table, line } = sitting(1, told({ game: "karta", phase: "over", chairs, practice }));
  line.says(game({ result: { ranking: [[0], [1]], scores: [3, 1], why: "played" } }));
  render(Ranking, { table });
  expect(screen.getByText(/^Practice from move 12/)).toBeTruthy();
  expect(screen.queryByText(/won/)).toBeNull();
});

test("what is arranged for the next game changes no result", async () => {
  const over = told({
    game: "catatac",
    phase: "over",
    record: "abc",
    options: { marathon: true },
    chairs: [
      chair({ seat: 0, team: 0, name: "Ada", member: 1, resigned: true }),
      chair({ seat: 1, team: 1, name: "Bruno", member: 2 }),
    ],
  });
  const { table, line } = sitting(1, over);
  const read = (): (string | undefined)[] =>
    [...document.querySelectorAll(".ranked-why, .who")].map((one) => one.textContent.trim());
  line.says(game({ result: { ranking: [[1], [0]], scores: [1, 3], why: "played" } }));
  render(Ranking, { table });
  expect(read()).toEqual(["Three games, added up: 3–1.", "Bruno", "You"]);
  const chairs = [
    chair({ seat: 0, team: 1, name: "Cleo", member: 3 }),
    chair({ seat: 1, team: 0, name: "easy", bot: "easy" }),
  ];
  line.says({ ...over, options: {}, chairs });
  await tick();
  expect(read()).toEqual(["Three games, added up: 3–1.", "Bruno", "You"]);
  line.says({ ...over, record: "def", options: {}, chairs });
  await tick();
  expect(read()).toEqual(["All paw cards are played: 3–1.", "Cleo", "Bolt"]);
});

test.each([
  ["unequal scores", [3, 2], [[0], [1]]],
  ["a tie", [3, 3], [[0, 1]]],
])("nothing decided %s", (_, scores, ranking) => {
  ended("catatac", scores, [1, 0], ranking);
  expect(screen.queryByText(/decided it/)).toBeNull();
});
