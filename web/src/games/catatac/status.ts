/** The one line that says what is going on and what may be done. */

import type * as messages from "../../messages";
import { tell } from "../../texts.svelte";

export interface Situation {
  view: messages.CatatacView;
  own: number | null;
  names: readonly string[];
  teams: readonly number[];
  due: number | null;
  /** Whether a card is chosen, and whether it may be laid. */
  chosen: boolean;
  able: boolean;
  waiting: boolean;
  /** Whether a turn is on its way to the table, move by move. */
  sending: boolean;
  /** Whether one is asked and holds no card for it. */
  spared: boolean;
  /** Whether one is asked and has passed already. */
  passed: boolean;
  /** Whether no card does more than be laid. */
  idle: boolean;
  /** How it ended, once that is told. */
  ended: string;
}

/** Says it. */
export function status({
  view,
  own,
  names,
  teams,
  due,
  chosen,
  able,
  waiting,
  sending,
  spared,
  passed,
  idle,
  ended,
}: Situation): string {
  if (ended) return ended;
  if (sending) return tell("web.catatac.status.sending");
  const name = names[view.turn] ?? "";
  const clan = tell(`web.catatac.clan.${teams[view.laid] ?? 0}`);
  const asked = own !== null && view.asked.includes(own);
  switch (view.phase) {
    case "over":
      return tell("web.catatac.over");
    case "counter":
      if (spared) return tell("web.catatac.status.spared.counter");
      if (passed) return tell("web.catatac.status.passed.counter");
      if (asked)
        return tell(own === view.turn ? "web.catatac.status.counter" : "web.catatac.status.miracle", {
          clan,
        });
      return tell(
        own !== null && teams[own] === teams[view.laid]
          ? "web.catatac.status.hold"
          : "web.catatac.status.tense",
        { clan },
      );
    case "breath":
      if (waiting) return tell("web.catatac.status.soon");
      if (own === view.turn)
        return chosen ? tell("web.catatac.status.how") : yours(view, teams[own] ?? 0, idle);
      return tell(asked && !spared ? "web.catatac.status.cooperate" : "web.catatac.status.wait", { name });
    case "empty":
      if (spared) return tell("web.catatac.status.spared.empty", { name });
      if (passed) return tell("web.catatac.status.passed.empty");
      return tell(asked ? "web.catatac.status.empty" : "web.catatac.status.wait", { name });
    case "act":
      return own === view.laid
        ? tell("web.catatac.status.more")
        : tell("web.catatac.status.acts", { name: names[view.laid] ?? "" });
    case "turn":
      if (own !== null && own === due)
        return chosen && able ? tell("web.catatac.status.how") : yours(view, teams[own] ?? 0, idle);
      return tell("web.catatac.status.wait", { name });
  }
}

/** Says that it is one's turn; in the first round also on which side one is. */
function yours(view: messages.CatatacView, clan: number, idle: boolean): string {
  if (view.discard.length <= view.counts.length) return tell(`web.catatac.status.first.${clan}`);
  return tell(idle ? "web.catatac.status.idle" : "web.catatac.status.turn");
}
