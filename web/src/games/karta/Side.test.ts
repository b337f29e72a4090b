import { render } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { sitting } from "../../fakes";
import { SHORT } from "../../lasting.svelte";
import { chair, game, person, told } from "../../sample";
import { load } from "../../texts.svelte";
import Side from "./Side.svelte";

beforeAll(() => load("en"));

test("the dots that decide between equal tokens are seen, not only heard", () => {
  const chairs = [chair({ seat: 0, name: "Ada", member: 1 })];
  const { table } = sitting(1, told({ game: "karta", chairs, persons: [person(1, "Ada")] }));
  const side = { seat: 0, hand: [], over: false, tokens: 1, dots: 7 };
  const { container } = render(Side, { table, side, colour: "red", mine: true, turn: false, said: null });
  const dots = container.querySelector(".dots");
  expect(dots?.textContent).toBe("7dots");
  expect(dots?.getAttribute("title")).toContain("7 dots");
});

test("a card that was laid leaves the hand at once", async () => {
  const { table } = sitting(1, told({ game: "karta", chairs: [chair({ seat: 0, member: 1 })] }));
  const side = { seat: 0, hand: [3, 5, 7], over: false, tokens: 0, dots: 0 };
  const drawn = { table, side, colour: "red" as const, mine: true, turn: true, said: null, onpick: vi.fn() };
  const { container, rerender } = render(Side, drawn);
  await rerender({ side: { ...side, hand: [5, 7] } });
  const cards = [...container.querySelectorAll<HTMLElement>(".slot button")];
  expect(cards.map(({ dataset }) => dataset["card"])).toEqual(["5", "7"]);
});

test("a bot that takes its time is seen to think, until it has moved", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const chairs = [chair({ seat: 0, name: "easy", bot: "easy" })];
  const { table, line } = sitting(1, told({ game: "karta", phase: "playing", chairs }));
  line.says({ ...game({}), type: "game" });
  const side = { seat: 0, hand: [], over: false, tokens: 0, dots: 0 };
  const drawn = { table, side, colour: "red" as const, mine: false, turn: true, said: null };
  const { container, rerender } = render(Side, drawn);
  await vi.advanceTimersByTimeAsync(SHORT - 1);
  expect(container.textContent).not.toContain("Thinking");
  await vi.advanceTimersByTimeAsync(1);
  expect(container.textContent).toContain("Thinking");
  await rerender({ turn: false });
  await tick();
  expect(container.textContent).not.toContain("Thinking");
});
