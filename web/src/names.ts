/** What seats are called on the screen. */

import type { Chair } from "./messages";
import { say } from "./texts.svelte";

const ROBOTS = ["Pixel", "Bolt", "Gizmo", "Rusty", "Widget", "Cosmo", "Sprocket", "Tinker"];

/** Returns a chair's name; a bot that only has its level's name gets one of its own, and so does who gave none. */
export function nameOf(chair: Chair | undefined): string {
  if (!chair) return "";
  if (chair.bot !== "" && chair.name === chair.bot) return ROBOTS[chair.seat % ROBOTS.length] ?? chair.name;
  return chair.name === "" && chair.member !== null
    ? say("guest.number", { number: chair.seat + 1 })
    : chair.name;
}

/** Returns what a chair is called where these seats are played from: who has but one of them is "you". */
export function calledAt(seats: readonly number[], chair: Chair | undefined): string {
  return chair && seats.length === 1 && seats.includes(chair.seat) ? say("you") : nameOf(chair);
}
