import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { sitting } from "../fakes";
import { chair, game, told } from "../sample";
import { load } from "../texts.svelte";
import Tv from "./Tv.svelte";

beforeAll(() => load("en"));

/** Draws the screen of a table that is reached by a link. */
function drawn(phase: "playing" | "over", link: string): void {
  const answer = JSON.stringify({ code: "KRTBD", link, games: [] });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(answer)));
  const chairs = [0, 1].map((seat) => chair({ seat, team: seat, name: `Cat ${seat}`, member: seat }));
  const { table, line } = sitting(5, told({ phase, chairs }));
  if (phase === "over") line.says(game({ result: { ranking: [[0], [1]], scores: [1, 0] } }));
  render(Tv, { table });
}

test.each(["playing", "over"] as const)(
  "a screen whose game is %s says how to reach it, and at home that it takes the same Wi-Fi",
  async (phase) => {
    drawn(phase, "http://192.168.1.20:8000/t/KRTBD");
    expect(await screen.findByText("192.168.1.20:8000")).toBeTruthy();
    expect(screen.getByText("On the same Wi-Fi as this screen")).toBeTruthy();
  },
);

test("a screen of a server on the internet asks for no Wi-Fi", async () => {
  drawn("over", "https://play.example.org/t/KRTBD");
  expect(await screen.findByText("play.example.org")).toBeTruthy();
  expect(screen.queryByText(/Wi-Fi/)).toBeNull();
});

test("before a game a screen shows who sits where round the table, and whoever opened it at the bottom", () => {
  const chairs = [0, 1, 2].map((seat) => chair({ seat, team: seat, name: `Cat ${seat}`, member: seat }));
  render(Tv, { table: sitting(5, told({ phase: "gathering", chairs })).table });
  const items = screen.getAllByRole("listitem");
  expect(items.map((item) => item.textContent.trim())).toEqual(["Cat 0", "Cat 1", "Cat 2"]);
  expect(items[0]?.getAttribute("style")).toBe("--x: 0.5; --y: 1;");
});
