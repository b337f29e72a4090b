/** Names that are heard: the symbol that somebody found, in the language of the screen. */

import { settings } from "./settings.svelte";

/** Returns whether this browser can speak at all. */
export function canSpeak(): boolean {
  return "speechSynthesis" in globalThis && "SpeechSynthesisUtterance" in globalThis;
}

/** Says a name, where people want to hear it; the newest one cuts the one before short. */
export function pronounce(name: string): void {
  if (!settings.chosen.voice || settings.chosen.volume === 0 || !canSpeak()) return;
  const said = new SpeechSynthesisUtterance(name);
  said.lang = settings.language === "fr" ? "fr-FR" : "en-GB";
  said.volume = settings.chosen.volume / 100;
  speechSynthesis.cancel();
  speechSynthesis.speak(said);
}
