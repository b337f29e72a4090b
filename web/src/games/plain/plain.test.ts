import { expect, test } from "vitest";
import type * as messages from "../../messages";
import { bring, load } from "../../texts.svelte";
import { isPlaced, offered, staged, turnOf } from "./forms";
import { Words } from "./Words";

const number = { kind: "number" } as const;
const seat = { kind: "seat" } as const;
const needed = (
  name: string,
  form: messages.Forms["view"],
): messages.Forms["shapes"][string]["fields"][number] => ({
  name,
  form,
  needed: true,
});
const record = (...shapes: string[]): messages.Forms["view"] => ({ kind: "record", shapes });

/** A small game that has a bit of everything. */
const FORMS: messages.Forms = {
  view: record("Series"),
  move: record("Take", "Lay"),
  event: record("Taken", "Ended"),
  question: record("Where"),
  answer: record("Outlook"),
  shapes: {
    Series: {
      type: "stageview",
      fields: [
        needed("index", number),
        needed("standing", { kind: "list", of: [number] }),
        needed("game", record("View")),
      ],
    },
    View: {
      type: "kim",
      fields: [
        needed("turn", { ...seat, empty: true }),
        needed("squares", { kind: "list", of: [record("Square")] }),
      ],
    },
    Square: {
      type: "",
      fields: [
        needed("x", number),
        needed("y", number),
        needed("held_by", seat),
        needed("locked", { kind: "flag" }),
      ],
    },
    Take: { type: "take", fields: [needed("count", number)] },
    Lay: { type: "lay", fields: [needed("card", number), needed("x", number), needed("y", number)] },
    Taken: { type: "taken", fields: [needed("seat", seat), needed("count", number)] },
    Ended: {
      type: "ended",
      fields: [
        needed("square", record("Square")),
        needed("open", {
          kind: "map",
          of: [seat, { kind: "row", of: [number, { kind: "choice", words: ["red"] }] }],
        }),
      ],
    },
    Where: { type: "where", fields: [needed("card", number)] },
    Outlook: { type: "", fields: [] },
  },
};
const words = new Words("kim", FORMS, (of) => ["Ada", "Bo"][of] ?? "");

test("without texts a move and an event are said by the names of their fields", () => {
  expect(words.move({ type: "take", count: 3 })).toBe("Take 3");
  expect(words.move({ type: "lay", card: 5, x: 0, y: -2 })).toBe("Lay · Card 5 · X 0 · Y -2");
  expect(words.event({ type: "taken", seat: 1, count: 2 })).toBe("Bo: Taken 2");
  const square = { x: 1, y: 2, held_by: 0, locked: true };
  expect(words.event({ type: "ended", square, open: { 1: [4, "red"] } })).toBe(
    "Ended · Square X 1 · Y 2 · Held by Ada · Locked · Open Bo 4, Red",
  );
});

test("the game's own texts come first, in the language that is spoken", async () => {
  bring({
    "move.kim.take": {
      en: "Take {count} {count:stone|stones}",
      fr: "Prendre {count} {count:pierre|pierres}",
    },
    "event.kim.taken": { en: "{seat} takes {count}", fr: "{seat} en prend {count}" },
    "view.kim.card.5": { en: "the fool", fr: "le fou" },
  });
  await load("fr");
  expect(words.move({ type: "take", count: 1 })).toBe("Prendre 1 pierre");
  expect(words.event({ type: "taken", seat: 0, count: 2 })).toBe("Ada en prend 2");
  await load("en");
  expect(words.move({ type: "take", count: 2 })).toBe("Take 2 stones");
  expect(words.move({ type: "lay", card: 5, x: 0, y: 0 })).toBe("Lay · Card the fool · X 0 · Y 0");
  bring({});
});

test("a series shows the game in it, and whose turn it is is found however deep", () => {
  const view = { type: "stageview", index: 1, standing: [1, 0], game: { type: "kim", turn: 1, squares: [] } };
  expect(staged(FORMS.view, view, FORMS)).toMatchObject({ view: view.game, standing: [1, 0], resumes: null });
  expect(staged(FORMS.view, { ...view, index: 0 }, FORMS).standing).toEqual([]);
  expect(turnOf(FORMS.view, view, FORMS)).toBe(1);
  expect(turnOf(FORMS.view, { ...view, game: { ...view.game, turn: null } }, FORMS)).toBeNull();
  expect(turnOf(FORMS.move, { type: "take", count: 1 }, FORMS)).toBeUndefined();
});

test("what has an x and a y lies on a board", () => {
  expect(isPlaced({ kind: "list", of: [record("Square")] }, FORMS)).toBe(true);
  expect(isPlaced({ kind: "list", of: [record("Take")] }, FORMS)).toBe(false);
  expect(isPlaced(record("Square"), FORMS)).toBe(false);
});

test("an answer offers the moves that it fills together with the question", () => {
  const question = { type: "where", card: 7 };
  const answer = {
    spots: [
      { x: 1, y: 2, gain: 3 },
      { x: 0, y: 0 },
    ],
    barred: [{ x: 5, y: 5 }],
  };
  expect(offered(answer, question, FORMS)).toEqual([
    { type: "lay", card: 7, x: 1, y: 2 },
    { type: "lay", card: 7, x: 0, y: 0 },
  ]);
  expect(offered({ spots: [] }, question, FORMS)).toEqual([]);
  expect(offered(null, question, FORMS)).toEqual([]);
});
