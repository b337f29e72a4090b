/** What one person likes, remembered on this machine. */

import { keepInMind, recall } from "./memory";
import { anyFace, FACES } from "./portraits";

export type Language = "en" | "fr";
export type Theme = "auto" | "light" | "dark";

export interface Choices {
  language: Language;
  theme: Theme;
  /** From 0 to 100. */
  volume: number;
  calm: boolean;
  contrast: boolean;
  marks: boolean;
  names: boolean;
  big: boolean;
  left: boolean;
  reactions: boolean;
  voice: boolean;
  name: string;
  /** One of the faces to choose from, drawn on the first visit and kept. */
  face: number;
  guided: string[];
}

const KEY = "settings";

class Settings {
  chosen: Choices = $state(remembered());

  constructor() {
    $effect.root(() => {
      $effect(() => {
        keepInMind(KEY, $state.snapshot(this.chosen));
      });
      $effect(() => this.#dress(document.documentElement));
    });
  }

  get language(): Language {
    return this.chosen.language;
  }

  /** Whether the guided minute of a box, or the hint of a game, was seen. */
  knows(name: string): boolean {
    return this.chosen.guided.includes(name);
  }

  learn(name: string): void {
    if (!this.knows(name)) this.chosen.guided.push(name);
  }

  #dress(root: HTMLElement): void {
    root.lang = this.chosen.language;
    root.dataset["theme"] = this.chosen.theme;
    root.dataset["motion"] = this.chosen.calm ? "reduced" : "full";
    root.dataset["cards"] = this.chosen.big ? "big" : "usual";
    root.dataset["contrast"] = this.chosen.contrast ? "more" : "usual";
  }
}

function remembered(): Choices {
  const usual: Choices = {
    language: navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en",
    theme: "auto",
    volume: 60,
    calm: prefers("(prefers-reduced-motion: reduce)"),
    contrast: prefers("(prefers-contrast: more)"),
    marks: false,
    names: false,
    big: false,
    left: false,
    reactions: true,
    voice: false,
    name: "",
    face: anyFace(),
    guided: [],
  };
  const kept = recall(KEY);
  if (typeof kept !== "object" || kept === null) return usual;
  const fitting = Object.entries(kept).filter(([name, value]) => fits(name, value, { ...usual }));
  return Object.assign(usual, Object.fromEntries(fitting));
}

/** Returns whether something that was kept can stand for a choice. */
function fits(name: string, value: unknown, usual: Record<string, unknown>): boolean {
  switch (name) {
    case "language":
      return value === "en" || value === "fr";
    case "theme":
      return value === "auto" || value === "light" || value === "dark";
    case "face":
      return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= FACES;
    case "guided":
      return Array.isArray(value) && value.every((box) => typeof box === "string");
    default:
      return name in usual && typeof value === typeof usual[name];
  }
}

function prefers(query: string): boolean {
  return matchMedia(query).matches;
}

export const settings = new Settings();
