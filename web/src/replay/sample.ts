/** Whole tapes for tests: what a test does not say is as in a short game of two. */

import type * as messages from "../messages";

export const frame = (
  at: number,
  events: object[] = [],
  changes: Partial<messages.Frame> = {},
): messages.Frame => ({
  at,
  seat: null,
  entry: null,
  events,
  view: { at },
  seats: [],
  verdict: null,
  ...changes,
});

export const replay = (
  frames: messages.Frame[],
  changes: Partial<messages.Replay> = {},
): messages.Replay => ({
  game: "spot/tower",
  options: {},
  deck: null,
  theme: "",
  teams: [0, 1],
  names: ["Ada", ""],
  bots: ["", "easy"],
  faces: [7, 0],
  finished: 0,
  link: "",
  commitment: "",
  seed: "",
  shuffle: null,
  practice: false,
  playable: false,
  run: null,
  result: { ranking: [[0], [1]], scores: [2, 1], why: "played" },
  frames,
  ...changes,
});
