/** How each game of a recorded adventure ended: what the pictures of the rules show. */

import { parse } from "../../json";
import type * as messages from "../../messages";
import recorded from "./ends.json?raw";

export interface End extends Pick<messages.IsleView, "game" | "island" | "turned" | "taken" | "tallies"> {
  /** Each team's points in the match, those of this game included. */
  standing: readonly number[];
}

/** In their order in the adventure. */
export const ENDS = parse<readonly End[]>(recorded);
