/** How a game ended is seen on the table before the results cover it. */

import type { Scene } from "./Table.svelte";

/** Holds the results back for `long()` milliseconds after a game ends, asked once the end is drawn. */
export function linger(table: Pick<Scene, "telling" | "watch">, long: () => number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = table.watch((next, before) => {
    if (!next.result || !before || before.result) return undefined;
    table.telling = true;
    return () => {
      timer = setTimeout(() => (table.telling = false), long());
    };
  });
  return () => {
    stop();
    clearTimeout(timer);
    table.telling = false;
  };
}
