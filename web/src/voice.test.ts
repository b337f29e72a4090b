import { afterEach, expect, test, vi } from "vitest";
import { settings } from "./settings.svelte";
import { canSpeak, pronounce } from "./voice";

class Utterance {
  lang = "";
  volume = 1;
  constructor(readonly text: string) {}
}

afterEach(() => {
  vi.unstubAllGlobals();
  Object.assign(settings.chosen, { voice: false, volume: 60, language: "en" });
});

function listen(): { said: Utterance[]; cuts: () => number } {
  const said: Utterance[] = [];
  let cuts = 0;
  vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
  vi.stubGlobal("speechSynthesis", { cancel: () => cuts++, speak: (one: Utterance) => said.push(one) });
  return { said, cuts: () => cuts };
}

test("a found symbol is said in the language of the screen, as loud as the rest", () => {
  const { said, cuts } = listen();
  Object.assign(settings.chosen, { voice: true, volume: 50, language: "fr" });
  pronounce("Ancre");
  pronounce("Plume");
  expect(said.map(({ text, lang, volume }) => [text, lang, volume])).toEqual([
    ["Ancre", "fr-FR", 0.5],
    ["Plume", "fr-FR", 0.5],
  ]);
  expect(cuts()).toBe(2);
});

test("nothing is said unless people want it, and a browser without a voice is no fault", () => {
  const { said } = listen();
  pronounce("Anchor");
  Object.assign(settings.chosen, { voice: true, volume: 0 });
  pronounce("Anchor");
  expect(said).toEqual([]);
  vi.unstubAllGlobals();
  vi.stubGlobal("speechSynthesis", undefined);
  Object.assign(settings.chosen, { volume: 60 });
  if (!canSpeak()) pronounce("Anchor");
});
