/** A choice of CATATAC in words: what was better, and what chance brought. */

import type { FrameOf } from "../frames";
import { deeds, nameIn, place } from "../games/catatac/words";
import type * as messages from "../messages";
import { tell } from "../texts.svelte";

/** Says what would have been better, by what the seat saw then; nothing where there is nothing. */
export function better(choice: messages.CatatacChoice, before: FrameOf<"catatac"> | undefined): string {
  if (choice.verdict === "") return "";
  const seen = before?.seats[choice.seat]?.view;
  const what = seen ? said(choice, seen.game) : "";
  if (what === "") return "";
  const { yarn } = choice;
  return yarn
    ? tell("study.cat.better.yarn", {
        what,
        place: place(yarn.place),
        clan: tell(`web.catatac.to.${yarn.clan}`),
      })
    : tell("study.cat.better", { what });
}

function said({ better }: messages.CatatacChoice, view: messages.CatatacView): string {
  if (!better) return tell("study.cat.wait");
  switch (better.type) {
    case "open":
      return tell("study.cat.wait");
    case "decline":
      return tell("study.cat.decline");
    case "done":
      return tell("study.cat.done");
    case "lay":
    case "cooperate": {
      const face = view.hand.find(({ card }) => card === better.card);
      return face ? tell("study.cat.lay", { card: nameIn(view.hand, face) }) : "";
    }
    default:
      return deeds({ moves: [better] }, view.top)
        .map(({ text }) => text)
        .join(" ");
  }
}

/** Fewer points of winning chance than this are about even. */
const EVEN = 5;

/** Says what chance brought before a choice; nothing where it was about even. */
export function chance({ luck, tossed }: messages.CatatacChoice): string {
  const points = Math.round(100 * Math.abs(luck));
  if (points < EVEN) return "";
  return tell(`study.cat.before.${tossed ? "toss" : "draw"}`, { clan: clanOf(luck), points });
}

function clanOf(luck: number): string {
  return tell(`web.catatac.to.${luck >= 0 ? 0 : 1}`);
}

/** Says what chance brought in a game, tosses apart from the rest, and what each seat gave away. */
export function brought({ luck, tosses, given }: messages.CatatacGame, names: readonly string[]): string {
  const parts = [
    { key: "toss", luck: tosses },
    { key: "draw", luck: luck - tosses },
  ].map(({ key, luck }) => {
    const points = Math.round(100 * Math.abs(luck));
    return points < EVEN
      ? tell(`study.cat.even.${key}`)
      : tell(`study.cat.luck.${key}`, { clan: clanOf(luck), points });
  });
  const away = names.map((name, seat) =>
    tell("study.cat.given.of", { name, points: Math.round(100 * (given[seat] ?? 0)) }),
  );
  return [...parts, tell("study.cat.given", { all: away.join(", ") })].join(" ");
}

/** Says whether whoever lost chose better; else nothing. */
export function lostWell(study: messages.CatatacStudy, teams: readonly number[]): string {
  const won = study.ends.reduce<number>((sum, end) => sum + (end ?? 0.5), 0) - study.ends.length / 2;
  const given = [0, 1].map((team) =>
    study.given.reduce((sum, each, seat) => sum + (teams[seat] === team ? each : 0), 0),
  );
  const [loser, winner] = won > 0 ? [1, 0] : [0, 1];
  const better = won !== 0 && (given[loser] ?? 0) < (given[winner] ?? 0);
  return better ? tell("study.cat.good", { clan: tell(`web.catatac.clan.${loser}`) }) : "";
}
