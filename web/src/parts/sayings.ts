import type * as messages from "../messages";

/** A reaction, by its name. */
export type Saying = messages.React["reaction"];

/** What can be said instead of chat, in the order in which it is offered. */
export const SAYINGS: readonly Saying[] = [
  "bravo",
  "laugh",
  "wow",
  "oops",
  "sad",
  "hurry",
  "again",
  "thanks",
];

/** The sign that the page itself gives when a cooperation card is chosen (CTC-25). */
export const SIGN: Saying = "cooperate";
