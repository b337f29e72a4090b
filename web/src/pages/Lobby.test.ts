import { expect, test } from "vitest";
import source from "./Lobby.svelte?raw";

test("code and seats come before the long options, and no style changes that", () => {
  const [code, seats, options] = ["<Invite", "<Seats", "<Agreement"].map((part) => source.indexOf(part));
  expect([code, seats, options]).toEqual(
    [code, seats, options].toSorted((one, other) => (one ?? 0) - (other ?? 0)),
  );
  expect(source).not.toMatch(/^\s*order:/m);
});
