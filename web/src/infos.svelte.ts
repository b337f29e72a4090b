/** What the games of this server say of themselves, as soon as it has told them. */

import type * as messages from "./messages";

let infos: ReadonlyMap<string, messages.Info> = $state.raw(new Map());

/** Takes over what the server told of its games. */
export function learn(games: readonly messages.Info[]): void {
  infos = new Map(games.map((info) => [info.name, info]));
}

/** Returns what a game says of itself; undefined until that is known. */
export function infoOf(game: string): messages.Info | undefined {
  return infos.get(game);
}
