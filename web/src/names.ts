/** What seats are called on the screen. */

import type { Chair } from "./messages";

const ROBOTS = ["Pixel", "Bolt", "Gizmo", "Rusty", "Widget", "Cosmo", "Sprocket", "Tinker"];

/** Returns a chair's name; a bot that only has its level's name gets one of its own. */
export function nameOf(chair: Chair | undefined): string {
  if (!chair) return "";
  return chair.bot !== "" && chair.name === chair.bot ? (ROBOTS[chair.seat % ROBOTS.length] ?? chair.name) : chair.name;
}
