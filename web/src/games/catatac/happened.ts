/** What happened, in words. */

import type { GameEvent } from "../../frames";
import type * as messages from "../../messages";
import { tell } from "../../texts.svelte";
import type { CatatacEvent } from "./AlleyShow.svelte";
import { name as cardName, place } from "./words";

/** Says one event after another, and at the end of a turn that a pair has left the yarn alone. */
export class Narrator {
  /** Who has made a pair that has done nothing yet. */
  #idle: number | null = null;

  says(event: CatatacEvent, names: readonly string[], phase: messages.CatatacView["phase"]): string {
    switch (event.type) {
      case "laid":
        this.#idle = event.pair ? event.seat : null;
        break;
      case "stole":
      case "carried":
      case "attempted":
      case "countered":
      case "tossed":
      case "distracted":
        this.#idle = null;
        break;
      case "came":
      case "counted": {
        const seat = this.#idle;
        this.#idle = null;
        if (seat !== null) return tell("web.catatac.told.left", { name: names[seat] ?? "" });
      }
    }
    return happened(event, names, phase);
  }
}

/** Says an event that came after a phase; nothing where it goes without saying. */
export function happened(
  event: GameEvent,
  names: readonly string[],
  phase: messages.CatatacView["phase"],
): string {
  const name = "seat" in event ? (names[event.seat] ?? "") : "";
  switch (event.type) {
    case "laid": {
      const card = cardName(event.face);
      const mate = event.instead ?? null;
      if (mate !== null) return tell("web.catatac.told.instead", { name, card, mate: names[mate] ?? "" });
      return tell(event.pair ? "web.catatac.told.pair" : "web.catatac.told.laid", { name, card });
    }
    case "carried":
      return tell("web.catatac.told.carried", { name, place: place(event.to) });
    case "tossed":
      return tell("web.catatac.told.tossed", { clan: tell(`web.catatac.to.${event.clan}`) });
    case "stored":
      return tell("web.catatac.told.stored", { name, left: event.left });
    case "declined":
      return phase === "breath" ? "" : tell("web.catatac.told.declined", { name });
    case "stole":
    case "attempted":
    case "countered":
    case "distracted":
    case "crowned":
    case "passed":
      return tell(`web.catatac.told.${event.type}`, { name });
    default:
      return "";
  }
}
