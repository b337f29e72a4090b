/** Reads what any game tells, by the forms that the server has of it. */

import type * as messages from "../../messages";

export type Fields = Readonly<Record<string, unknown>>;

/** The kinds that are said in a word or a number. */
const FLAT = ["number", "text", "flag", "seat", "team", "time", "choice"];

export function isFlat(form: messages.Form): boolean {
  return FLAT.includes(form.kind);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isSimple(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** Whether there is nothing to show of a value. */
export function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

export function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the shapes that a record may have. */
export function shapesOf(form: messages.Form, forms: messages.Forms): readonly messages.Shape[] {
  return (form.shapes ?? []).flatMap((name) => forms.shapes[name] ?? []);
}

/** Returns the shape that a record has: its `type` tells where it may have several. */
export function shapeOf(
  form: messages.Form,
  value: unknown,
  forms: messages.Forms,
): messages.Shape | undefined {
  const shapes = shapesOf(form, forms);
  return shapes.length === 1
    ? shapes[0]
    : shapes.find((shape) => isFields(value) && shape.type === value["type"]);
}

/** A game of a series, taken out of what the series tells around it. */
export interface Staged {
  form: messages.Form;
  view: unknown;
  /** The points of each team after the games before; none in the first game, and outside of a series. */
  standing: readonly number[];
  /** When the next game begins, while there is a break. */
  resumes: number | null;
}

/** Returns the game that a view shows: a series tells one after another. */
export function staged(form: messages.Form, view: unknown, forms: messages.Forms): Staged {
  const shape = shapeOf(form, view, forms);
  const game = shape?.type === "stageview" ? shape.fields.find(({ name }) => name === "game") : undefined;
  if (!game || !isFields(view)) return { form, view, standing: [], resumes: null };
  const { index, standing, resumes } = view;
  return {
    form: game.form,
    view: view["game"],
    standing: index === 0 ? [] : listed(standing).map(Number),
    resumes: typeof resumes === "number" ? resumes : null,
  };
}

/** Returns the form of what a list holds, or a row at a place. */
export function inner(form: messages.Form, place: number): messages.Form {
  const of = form.of ?? [];
  return (form.kind === "row" ? of[place] : of.at(-1)) ?? { kind: "any" };
}

/** Returns whose turn it is, where the view says so in a field called `turn`; undefined: it does not say. */
export function turnOf(form: messages.Form, view: unknown, forms: messages.Forms): number | null | undefined {
  const shape = shapeOf(form, view, forms);
  if (!shape || !isFields(view)) return undefined;
  for (const { name, form: of } of shape.fields) {
    const value = view[name];
    if (name === "turn" && of.kind === "seat") return typeof value === "number" ? value : null;
    const deeper = of.kind === "record" ? turnOf(of, value, forms) : undefined;
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

/** Whether the records of a list lie somewhere: they have an `x` and a `y`. */
export function isPlaced(form: messages.Form, forms: messages.Forms): boolean {
  const shapes = form.kind === "list" ? shapesOf(inner(form, 0), forms) : [];
  const has = (shape: messages.Shape, name: string): boolean =>
    shape.fields.some((field) => field.name === name && field.form.kind === "number");
  return shapes.length > 0 && shapes.every((shape) => has(shape, "x") && has(shape, "y"));
}

/** Returns the moves that an answer offers: rows of it that, with what was asked, fill a whole move. */
export function offered(answer: unknown, question: Fields, forms: messages.Forms): Fields[] {
  const shapes = shapesOf(forms.move, forms);
  const move = (row: Fields): Fields[] =>
    shapes.flatMap((shape) => {
      const known = { ...question, ...row };
      const needed = shape.fields.filter((field) => field.needed);
      if (needed.length === 0 || !needed.every(({ name }) => name in known)) return [];
      const own = shape.fields.filter(({ name }) => name in known);
      return [{ type: shape.type, ...Object.fromEntries(own.map(({ name }) => [name, known[name]])) }];
    });
  if (!isFields(answer)) return [];
  // The first list that offers moves is the one of what is allowed; others tell what is not.
  for (const list of Object.values(answer)) {
    const found = listed(list).filter(isFields).flatMap(move);
    if (found.length > 0) return found;
  }
  return [];
}
