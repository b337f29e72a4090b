/** What the games of this server say of themselves, as soon as it has told them. */

import type { Info } from "./messages";

let infos: ReadonlyMap<string, Info> = $state.raw(new Map());

/** Takes over what the server told of its games. */
export function learn(games: readonly Info[]): void {
  infos = new Map(games.map((info) => [info.name, info]));
}

/** Returns what a game says of itself; undefined until that is known. */
export function infoOf(game: string): Info | undefined {
  return infos.get(game);
}
