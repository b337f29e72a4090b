import { expect, expectTypeOf, test } from "vitest";
import type * as messages from "../messages";
import { drawing, DRAWINGS, LESSONS, type GameProps, type Of } from ".";

test("every box has a drawing and a lesson, and a game of another box is drawn plainly", () => {
  expect(Object.keys(LESSONS)).toEqual(Object.keys(DRAWINGS));
  expect(drawing("spot/tower")).toBe(DRAWINGS.spot);
  expect(drawing("karta")).toBe(DRAWINGS.karta);
  for (const other of ["nim", "constructor"]) {
    expect(Object.values(DRAWINGS)).not.toContain(drawing(other));
    expect(drawing(other)).toBeTypeOf("function");
  }
});

// svelte-check walks through these; there is nothing to run.
test("a drawing is given what its own box tells, and no other's", () => {
  expectTypeOf<Of<"spot", "view">>().toEqualTypeOf<messages.SpotView>();
  expectTypeOf<Of<"karta", "view">>().toEqualTypeOf<messages.StageViewKartaView>();
  expectTypeOf<Of<"karta", "answer">>().toEqualTypeOf<messages.Outlook>();
  expectTypeOf<Of<"catatac", "answer">>().toEqualTypeOf<messages.Turns>();
  expectTypeOf<Of<"spot", "question">>().toBeNever();
  expectTypeOf<Of<"nim", "view">>().toBeUnknown();
  expectTypeOf<messages.Call>().toExtend<Of<"island", "move">>();
  expectTypeOf<messages.Call>().not.toExtend<Of<"karta", "move">>();
  expectTypeOf<GameProps<"karta">["send"]>().parameter(1).not.toBeAny();
});
