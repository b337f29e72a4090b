/** The keyboard: numbers take cards, arrows move them, letters turn them. */

import { digit, reserved } from "../../keys";
import type { Bounds, Camera } from "./Camera.svelte";
import type { Laying } from "./Laying.svelte";

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** How far an arrow moves the table, in pixels. */
const PAN = 60;

export interface Keys {
  laying: Laying;
  camera: Camera;
  /** The squares that hold all the cards on the table. */
  laid: Bounds;
  /** Takes a card up, counted from the first; returns whether there is one. */
  take: (number: number) => boolean;
  lay: () => void;
  /** Looks at the whole table. */
  look: () => void;
  /** Takes the last card back; null where none can be. */
  back: (() => void) | null;
}

/** Does what a key means; returns whether it means something here. */
export function pressed(event: KeyboardEvent, keys: Keys): boolean {
  if (reserved(event)) return false;
  if (event.target instanceof HTMLButtonElement && (event.key === "Enter" || event.key === " ")) return false;
  const number = digit(event);
  if (number !== null && number < 8 && keys.take(number)) return true;
  return (keys.laying.held !== null && held(event, keys)) || always(event, keys);
}

/** What a key does with the card that is held. */
function held(event: KeyboardEvent, { laying, camera, laid, lay }: Keys): boolean {
  const arrow = ARROWS[event.key];
  if (arrow) {
    laying.step(...arrow, laid);
    camera.reveal(laying.area);
  } else if (event.key === "r" || event.key === "R") laying.turn(event.shiftKey ? -1 : 1);
  else if (event.key === "f" || event.key === "F") laying.flip();
  else if (event.key === "Escape") laying.put();
  else if (event.key === "Enter" || event.key === " ") lay();
  else return false;
  return true;
}

/** What a key does at any time. */
function always(event: KeyboardEvent, { camera, look, back }: Keys): boolean {
  const arrow = ARROWS[event.key];
  if (arrow) camera.pan(-PAN * arrow[0], -PAN * arrow[1]);
  else if (event.key === "+" || event.key === "=") camera.step(1.25);
  else if (event.key === "-") camera.step(0.8);
  else if (event.key === "0") look();
  else if ((event.key === "u" || event.key === "U") && back) back();
  else return false;
  return true;
}
