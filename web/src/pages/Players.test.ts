import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { sitting } from "../fakes";
import { chair, person, told } from "../sample";
import { load } from "../texts.svelte";
import Players from "./Players.svelte";

const GAMES = [
  { name: "catatac", hidden: true },
  { name: "spot/tower", hidden: false },
];

beforeAll(async () => {
  await load("en");
  const shelf = {
    version: 1,
    games: GAMES,
    bots: { catatac: ["easy", "medium"], spot: ["easy"] },
    texts: {},
  };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(shelf))));
});

const ADA = chair({ seat: 0, name: "Ada", member: 1 });
const PEOPLE = [person(1, "Ada"), person(2, "Bruno"), person(3, "Cleo"), { ...person(4, ""), tv: true }];
const sent = (lines: string[]): unknown => JSON.parse(lines.at(-1) ?? "null");

test("the host gives the seat of someone who left to a bot", async () => {
  const left = chair({ seat: 1, name: "Bruno", spare: true });
  const { table, line } = sitting(
    1,
    told({ game: "spot/tower", chairs: [ADA, left], persons: [person(1, "Ada")] }),
  );
  render(Players, { table });
  expect(await screen.findByText("Has left")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Let a bot play", hidden: true }));
  expect(sent(line.sent)).toMatchObject({ type: "bot", seat: 1, bot: "easy" });
});

test.each([
  ["whoever left it", 5, "Ada", "Take my seat back"],
  ["somebody else", 5, "Eva", "Take over from Ada"],
])("a seat that somebody left is taken here by %s", async (_, member, name, label) => {
  const left = chair({ seat: 0, name: "Ada", spare: true });
  const bruno = chair({ seat: 1, name: "Bruno", member: 2 });
  const persons = [person(2, "Bruno"), person(member, name)];
  const { table, line } = sitting(
    member,
    told({ game: "spot/tower", phase: "paused", host: 2, chairs: [left, bruno], persons }),
  );
  render(Players, { table });
  await fireEvent.click(await screen.findByRole("button", { name: label, hidden: true }));
  expect(sent(line.sent)).toMatchObject({ type: "sit", seat: 0 });
});

test("the host reads that whoever left is back", async () => {
  const left = chair({ seat: 1, name: "Bruno", spare: true });
  const persons = [person(1, "Ada"), person(5, "Bruno")];
  const { table } = sitting(1, told({ game: "spot/tower", chairs: [ADA, left], persons }));
  render(Players, { table });
  expect(await screen.findByText("Is back, watching")).toBeTruthy();
});

test("the host gives a hidden hand to someone who holds none, and everyone reads whose it was", async () => {
  const kept = chair({ seat: 1, name: "medium", bot: "medium", dealt: "Dora" });
  const bruno = chair({ seat: 2, name: "Bruno", member: 2 });
  const { table, line } = sitting(1, told({ chairs: [ADA, kept, bruno], persons: PEOPLE }));
  const { container } = render(Players, { table });
  expect(await screen.findByText(/holds Dora’s cards/)).toBeTruthy();
  const given = screen.getAllByRole("button", { name: /^Give to/, hidden: true });
  expect(given.map((button) => button.textContent)).toEqual(["Give to Cleo"]);
  await fireEvent.click(given[0] ?? container);
  expect(sent(line.sent)).toMatchObject({ type: "give", seat: 1, member: 3 });
});

test("who is not the host reads who plays, and decides nothing", async () => {
  const kept = chair({ seat: 1, name: "medium", bot: "medium", dealt: "Dora", given: 3, spare: true });
  const { table } = sitting(2, told({ chairs: [ADA, kept], persons: PEOPLE }));
  const { container } = render(Players, { table });
  expect(await screen.findByText(/Cleo may take over/)).toBeTruthy();
  expect(within(container).queryAllByRole("button", { name: /Give|bot/, hidden: true })).toEqual([]);
});

test("everyone reads who they are, who is host, and who has resigned", async () => {
  const bruno = chair({ seat: 1, name: "Bruno", member: 2, resigned: true });
  const { table } = sitting(2, told({ game: "spot/tower", host: 1, chairs: [ADA, bruno], persons: PEOPLE }));
  render(Players, { table });
  expect(await screen.findByText("Host")).toBeTruthy();
  expect(screen.getByText("You · Resigned")).toBeTruthy();
});

test("only whoever came first at the host's screen is called the host", async () => {
  const along = chair({ seat: 1, name: "Bruno", member: 1 });
  const { table } = sitting(1, told({ game: "spot/tower", host: 1, chairs: [ADA, along], persons: PEOPLE }));
  render(Players, { table });
  expect(await screen.findByText("You · Host")).toBeTruthy();
  expect(screen.getByText("On this screen")).toBeTruthy();
});

test("people of another screen are named by whoever they came with", async () => {
  const cleo = chair({ seat: 1, name: "Cleo", member: 1 });
  const { table } = sitting(2, told({ game: "spot/tower", host: 1, chairs: [ADA, cleo], persons: PEOPLE }));
  render(Players, { table });
  expect(await screen.findByText("Same screen as Ada")).toBeTruthy();
});
