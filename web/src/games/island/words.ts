/** The island's own words on the screen. */

import type own from "../../../../src/cartable/texts/web-island.json";
import { tell, type Values } from "../../texts.svelte";

export type Word = keyof typeof own;

/** Returns one of the island's texts. */
export function word(key: Word, values: Values = {}): string {
  return tell(key, values);
}
