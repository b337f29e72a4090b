/** Says in words what any game tells: by the game's own texts where it has some, by the names of its fields where not. */

import type * as messages from "../../messages";
import { humanised } from "../../names";
import { has, tell, type Values } from "../../texts.svelte";
import { inner, isEmpty, isFields, isSimple, listed, shapeOf, type Fields } from "./forms";

export class Words {
  constructor(
    readonly box: string,
    readonly forms: messages.Forms,
    /** Returns what a seat is called. */
    readonly name: (seat: number) => string,
  ) {}

  /** Returns what a field is called. */
  label(field: string): string {
    return this.#text([`view.${this.box}.${field}`, `view.${field}`]) ?? humanised(field);
  }

  /** Returns a value in one line. */
  value(form: messages.Form, value: unknown, field: string): string {
    if (value === null || value === undefined) return "–";
    if (isSimple(value))
      return this.#text([`view.${this.box}.${field}.${value}`]) ?? this.#simple(form, value);
    switch (form.kind) {
      case "list":
      case "row": {
        const items = listed(value);
        return items.length === 0
          ? "–"
          : items.map((item, i) => this.value(inner(form, i), item, field)).join(", ");
      }
      case "map":
        return isFields(value)
          ? Object.entries(value)
              .map(([key, one]) => `${this.key(form, key, field)} ${this.value(inner(form, 1), one, field)}`)
              .join(", ")
          : "–";
      case "record":
        return this.record(shapeOf(form, value, this.forms), value);
      default:
        return JSON.stringify(value);
    }
  }

  #simple(form: messages.Form, value: string | number | boolean): string {
    switch (form.kind) {
      case "seat":
        return (typeof value === "number" && this.name(value)) || "–";
      case "team":
        return tell("lobby.team", { team: Number(value) + 1 });
      case "flag":
        return tell(value === true ? "web.plain.yes" : "web.plain.no");
      case "choice":
        return humanised(String(value));
      default:
        return String(value);
    }
  }

  /** Returns the key of a map: a seat or a team is named. */
  key(form: messages.Form, key: string, field: string): string {
    const of = form.of?.[0] ?? { kind: "text" };
    return this.value(of, of.kind === "text" || of.kind === "choice" ? key : Number(key), field);
  }

  /** Returns a record in one line: its kind, then its fields, but for those with nothing in them. */
  record(shape: messages.Shape | undefined, value: unknown): string {
    if (!shape || !isFields(value)) return JSON.stringify(value);
    const fields = shape.fields.filter(({ name }) => !isEmpty(value[name]));
    const kind = shape.type === "" ? [] : [humanised(shape.type)];
    const said = fields.flatMap(({ name, form }) =>
      this.#part(name, form, value[name], fields.length + kind.length > 2),
    );
    return [...kind, ...said].join(fields.length === 1 ? " " : " · ");
  }

  /** Returns a field in words: only its value where it stands alone, or where that says what it is. */
  #part(name: string, form: messages.Form, value: unknown, named: boolean): string[] {
    if (form.kind === "flag") return value === true ? [this.label(name)] : [];
    const text = this.value(form, value, name);
    const own = form.kind === "record" && text.startsWith(this.label(name));
    return [named && !own ? `${this.label(name)} ${text}` : text];
  }

  /** Returns what a move does, as the words on its button. */
  move(move: unknown): string {
    return (
      this.#sentence("move", this.forms.move, move) ??
      this.record(shapeOf(this.forms.move, move, this.forms), move)
    );
  }

  /** Returns what happened. */
  event(event: unknown): string {
    const own = this.#sentence("event", this.forms.event, event);
    if (own !== undefined || !isFields(event)) return own ?? "";
    const shape = shapeOf(this.forms.event, event, this.forms);
    const seat = shape?.fields.find(({ name, form }) => name === "seat" && form.kind === "seat");
    if (!shape || !seat) return this.record(shape, event);
    const rest = { ...shape, fields: shape.fields.filter((field) => field !== seat) };
    return `${this.value(seat.form, event["seat"], "seat")}: ${this.record(rest, event)}`;
  }

  /** Fills the game's own sentence for a move or an event, where it has one. */
  #sentence(group: string, form: messages.Form, said: unknown): string | undefined {
    const shape = shapeOf(form, said, this.forms);
    const key = `${group}.${this.box}.${shape?.type ?? ""}`;
    if (!shape || !isFields(said) || !has(key)) return undefined;
    return tell(key, this.#values(shape, said));
  }

  #values(shape: messages.Shape, said: Fields): Values {
    return Object.fromEntries(
      shape.fields.map(({ name, form }) => {
        const value = said[name];
        return [
          name,
          form.kind === "number" && typeof value === "number" ? value : this.value(form, value, name),
        ];
      }),
    );
  }

  #text(keys: readonly string[]): string | undefined {
    const key = keys.find(has);
    return key === undefined ? undefined : tell(key);
  }
}
