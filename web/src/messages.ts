// Made by `npm run messages` from messages.schema.json; do not edit.

/** The protocol's version. */
export const VERSION = 3;

export interface Cartable {
  version: 3;
  client:
    | Hello
    | Rename
    | Sit
    | Give
    | Stand
    | Bot
    | Team
    | Handicap
    | Configure
    | Ready
    | Start
    | Add
    | Play
    | Ask
    | Hint
    | Pause
    | Resume
    | Resign
    | Draw
    | TakeBack
    | Abandon
    | Leave
    | Remove
    | Lock
    | Host
    | React
    | Pong;
  server: Welcome | Reload | Done | Late | Refused | Error | Answered | Ping | Alive | Reacted | Closing | Table | Game;
  http: {
    NewTable: NewTable;
    Opened: Opened;
    PlayOn: PlayOn;
    Chase: Chase;
    Challenge: Challenge;
    Found: Found;
    Shelf: Shelf;
    Forms: Forms;
    Deck: Deck;
    Look: Look;
    Listed: Listed;
    Nameless: Nameless;
    Replay: Replay;
    Studied: Studied;
    KartaWhere: KartaWhere;
    KartaTry: KartaTry;
    KartaMove: KartaMove;
    KartaPuzzle: KartaPuzzle;
    TextCheck: TextCheck;
    DayWish: DayWish;
    DayPage: DayPage;
    DayTimes: DayTimes;
    Screen: Screen;
    ShowTable: ShowTable;
    Shown: Shown;
    Problem: Problem;
  };
  games: {
    "spot/tower": {
      move: Call | Flip | Thaw | ClaimCards | Lapse | Enough;
      event: Took | LateCall | Wrong | Flipped | Thawed | Burned | Dealt | Tied | Claimed | Lapsed | HadEnough;
      view: SpotView;
    };
    "spot/well": {
      move: Call | Flip | Thaw | ClaimCards | Lapse | Enough;
      event: Took | LateCall | Wrong | Flipped | Thawed | Burned | Dealt | Tied | Claimed | Lapsed | HadEnough;
      view: SpotView;
    };
    "spot/gift": {
      move: Call | Flip | Thaw | ClaimCards | Lapse | Enough;
      event: Took | LateCall | Wrong | Flipped | Thawed | Burned | Dealt | Tied | Claimed | Lapsed | HadEnough;
      view: SpotView;
    };
    "spot/triplet": {
      move: Call | Flip | Thaw | ClaimCards | Lapse | Enough;
      event: Took | LateCall | Wrong | Flipped | Thawed | Burned | Dealt | Tied | Claimed | Lapsed | HadEnough;
      view: SpotView;
    };
    "spot/potato": {
      move: Call | Flip | Thaw | ClaimCards | Lapse | Enough;
      event: Took | LateCall | Wrong | Flipped | Thawed | Burned | Dealt | Tied | Claimed | Lapsed | HadEnough;
      view: SpotView;
    };
    "spot/catch": {
      move: Call | Flip | Thaw | ClaimCards | Lapse | Enough;
      event: Took | LateCall | Wrong | Flipped | Thawed | Burned | Dealt | Tied | Claimed | Lapsed | HadEnough;
      view: SpotView;
    };
    "spot/practice": {
      move: Call | Flip | Thaw | ClaimCards | Lapse | Enough;
      event: Took | LateCall | Wrong | Flipped | Thawed | Burned | Dealt | Tied | Claimed | Lapsed | HadEnough;
      view: SpotView;
    };
    "spot/faceoff": {
      move: Call | Flip | Thaw | ClaimCards | Lapse | Enough;
      event: Took | LateCall | Wrong | Flipped | Thawed | Burned | Dealt | Tied | Claimed | Lapsed | HadEnough;
      view: SpotView;
    };
    "island/adventure": {
      move: Next | Call | Flip | Thaw | Point;
      event: StageFinished | StageBegan | Took | LateCall | Wrong | Flipped | Thawed | Covered | Pointed | Scored;
      view: StageViewIsleView;
    };
    "island/welcome": {
      move: Next | Call | Flip | Thaw | Point;
      event: StageFinished | StageBegan | Took | LateCall | Wrong | Flipped | Thawed | Covered | Pointed | Scored;
      view: StageViewIsleView;
    };
    "island/ports": {
      move: Next | Call | Flip | Thaw | Point;
      event: StageFinished | StageBegan | Took | LateCall | Wrong | Flipped | Thawed | Covered | Pointed | Scored;
      view: StageViewIsleView;
    };
    "island/route": {
      move: Next | Call | Flip | Thaw | Point;
      event: StageFinished | StageBegan | Took | LateCall | Wrong | Flipped | Thawed | Covered | Pointed | Scored;
      view: StageViewIsleView;
    };
    "island/barbarians": {
      move: Next | Call | Flip | Thaw | Point;
      event: StageFinished | StageBegan | Took | LateCall | Wrong | Flipped | Thawed | Covered | Pointed | Scored;
      view: StageViewIsleView;
    };
    "island/knights": {
      move: Next | Call | Flip | Thaw | Point;
      event: StageFinished | StageBegan | Took | LateCall | Wrong | Flipped | Thawed | Covered | Pointed | Scored;
      view: StageViewIsleView;
    };
    catatac: {
      move:
        Next | Steal | Carry | StoreYarn | Counter | Use | Toss | Distract | EndTurn | Lay | Cooperate | Decline | Open;
      event:
        | StageFinished
        | StageBegan
        | TurnCame
        | Passed
        | TurnOpened
        | Laid
        | Declined
        | Stole
        | Carried
        | Attempted
        | Countered
        | Tossed
        | Distracted
        | Stored
        | Crowned
        | Drew
        | Counted;
      view: StageViewCatatacView;
      question: What;
      answer: Turns;
    };
    karta: {
      move: Next | Place;
      event: StageFinished | StageBegan | Placed | Stuck;
      view: StageViewKartaView;
      question: Where;
      answer: Outlook;
    };
  };
}
/**
 * Join a table: the first message of every connection, and the only one before the welcome.
 */
export interface Hello {
  type: "hello";
  id: number;
  version: number;
  code: string;
  token?: string;
  name?: string;
  tv?: boolean;
  language?: "en" | "fr";
  page?: number;
  adds?: boolean;
  face?: number;
}
/**
 * Change your name or face.
 */
export interface Rename {
  type: "rename";
  id: number;
  name: string;
  face?: number;
}
/**
 * Take an empty seat, or get your own back from a bot; the number after the last adds a seat.
 *
 *     You leave your other seats, unless `also` is set: then one screen holds several. `name` and `face` are
 *     those of somebody else at your screen; with `also`, each screen names a face without a name in its own
 *     language.
 */
export interface Sit {
  type: "sit";
  id: number;
  seat: number;
  name?: string;
  also?: boolean;
  face?: number;
}
/**
 * Let somebody take over a seat whose cards are hidden, in this game; the host's (TABLE-6).
 */
export interface Give {
  type: "give";
  id: number;
  seat: number;
  member: number;
}
/**
 * Leave a seat: between games it is then empty, during a game a bot may take it at once.
 */
export interface Stand {
  type: "stand";
  id: number;
  seat: number;
}
/**
 * Give a seat to a bot of this name, or remove the bot (empty name); the host's.
 */
export interface Bot {
  type: "bot";
  id: number;
  seat: number;
  bot: string;
}
/**
 * Put a seat into a team; its own person's or the host's. None: the default for this number of seats.
 */
export interface Team {
  type: "team";
  id: number;
  seat: number;
  team: number | null;
}
/**
 * Add a delay to a seat's calls, for mixed ages; the host's.
 */
export interface Handicap {
  type: "handicap";
  id: number;
  seat: number;
  millis: number;
}
/**
 * Choose what is played next; the host's. Anything left out gets its default.
 */
export interface Configure {
  type: "configure";
  id: number;
  game: string;
  options?: {
    [k: string]: boolean | number | string;
  };
  deck?: DeckSpec | null;
  theme?: string;
  terms?: Terms;
}
/**
 * A deck by its order and how many of its cards are in the box.
 */
export interface DeckSpec {
  order: number;
  cards: number;
}
/**
 * What a table agrees on besides the game's own options.
 */
export interface Terms {
  fairness?: "home" | "internet" | "strict";
  patience?: number;
  turn?: number;
  forfeit?: boolean;
  takeback?: boolean;
  hints?: boolean;
}
/**
 * Say that a seat's player is ready for the next game, or no longer; only that player's, between games.
 *
 *     The host can start without it. New settings, a change of seat or team, and a new game reset it.
 */
export interface Ready {
  type: "ready";
  id: number;
  seat: number;
  ready?: boolean;
}
/**
 * Start the game, or the next; the host's. Empty seats are removed; `fresh` clears the running score.
 */
export interface Start {
  type: "start";
  id: number;
  fresh?: boolean;
}
/**
 * Add a random number to the shuffle of the game that is about to start (TABLE-12).
 *
 *     Send it once when `Table.adding` names you, and always the same number for the same commitment:
 *     `commitment` is the `Table.next` that it answers.
 */
export interface Add {
  type: "add";
  id: number;
  commitment: string;
  number: string;
}
/**
 * Make a move of the game.
 *
 *     A call says how long after a reveal was painted it was pressed: `reveal` is the reveal's number, and
 *     `reaction` the milliseconds from the frame after the one that showed it to the press (FAIR-3). Use the
 *     latest reveal that changed one of the call's cards; the server converts from any other.
 *
 *     A move that is sent again says in `moves` what it answered: in a game with turns it is refused if others
 *     have been made since.
 */
export interface Play {
  type: "play";
  id: number;
  seat: number;
  move: unknown;
  reveal?: number | null;
  reaction?: number | null;
  moves?: number | null;
}
/**
 * Ask the game a question, such as where a card may lie; answered by `Answered`.
 */
export interface Ask {
  type: "ask";
  id: number;
  seat: number;
  question: unknown;
}
/**
 * Ask what a bot would do in your place, alone with bots (TABLE-14); `Answered` has a `KartaHint`.
 */
export interface Hint {
  type: "hint";
  id: number;
  seat: number;
}
/**
 * Stop the table's clock; the host's. In a reflex game the cards are covered meanwhile.
 */
export interface Pause {
  type: "pause";
  id: number;
}
/**
 * Resume after a short countdown; the host's.
 */
export interface Resume {
  type: "resume";
  id: number;
}
/**
 * Resign for a seat; a team is out when all its seats have; bots do not play on alone (TABLE-2).
 */
export interface Resign {
  type: "resign";
  id: number;
  seat: number;
}
/**
 * Offer or accept a draw, withdraw that, or decline; it is a draw when every person's seat agrees.
 */
export interface Draw {
  type: "draw";
  id: number;
  seat: number;
  agree?: boolean;
}
/**
 * Take back a seat's last move, before anybody answers it (TABLE-9).
 */
export interface TakeBack {
  type: "takeback";
  id: number;
  seat: number;
}
/**
 * End the game without a winner; the host's.
 */
export interface Abandon {
  type: "abandon";
  id: number;
}
/**
 * Leave the table for good: seats, name and, for the host, the host's powers pass on.
 */
export interface Leave {
  type: "leave";
  id: number;
}
/**
 * Remove somebody; the host's.
 */
export interface Remove {
  type: "remove";
  id: number;
  member: number;
}
/**
 * Let nobody new in, or open the table again; the host's.
 */
export interface Lock {
  type: "lock";
  id: number;
  locked: boolean;
}
/**
 * Hand the host's powers to somebody; the host's.
 */
export interface Host {
  type: "host";
  id: number;
  member: number;
}
/**
 * Send one of eight reactions; everyone sees it who has not muted them.
 */
export interface React {
  type: "react";
  id: number;
  reaction: "again" | "bravo" | "cooperate" | "hurry" | "laugh" | "oops" | "sad" | "thanks" | "wow";
  seat?: number | null;
}
/**
 * Answer a ping at once, with the reaction clock (FAIR-6); the only message that gets no answer.
 *
 *     The clock is the milliseconds since the latest reveal was painted.
 */
export interface Pong {
  type: "pong";
  nonce: string;
  reveal?: number | null;
  clock?: number | null;
}
/**
 * The answer to `Hello`; the whole table and the whole game follow at once.
 */
export interface Welcome {
  type: "welcome";
  version: number;
  id: number;
  code: string;
  member: number;
  token: string;
}
/**
 * This client speaks another version: load the page again. The connection is closed.
 */
export interface Reload {
  type: "reload";
  version: number;
  text: string;
}
/**
 * It happened, and is written down for good.
 */
export interface Done {
  type: "done";
  id: number;
}
/**
 * A call came when what it is about had changed, or lost to an earlier press; it costs nothing.
 */
export interface Late {
  type: "late";
  id: number;
}
/**
 * Not allowed now, by this rule; nothing happened. `key` and `values` find the catalogue's sentence.
 */
export interface Refused {
  type: "refused";
  id: number;
  rule: string;
  key: string;
  values: {
    [k: string]: number | string;
  };
  text: string;
}
/**
 * Not understood, or not possible; `text` says what to do. `id` is None where the message had none.
 */
export interface Error {
  type: "error";
  id: number | null;
  key: string;
  text: string;
}
/**
 * The answer to a question to the game.
 */
export interface Answered {
  type: "answered";
  id: number;
  answer: unknown;
}
/**
 * Answer with `Pong` at once.
 */
export interface Ping {
  type: "ping";
  nonce: string;
}
/**
 * The server is still there: sent where it has said nothing for two seconds.
 */
export interface Alive {
  type: "alive";
}
/**
 * Somebody said something.
 */
export interface Reacted {
  type: "reacted";
  member: number;
  seat: number | null;
  reaction: "again" | "bravo" | "cooperate" | "hurry" | "laugh" | "oops" | "sad" | "thanks" | "wow";
}
/**
 * The server closes the connection; `again` tells whether to come back, with the same token.
 */
export interface Closing {
  type: "closing";
  key: string;
  text: string;
  again: boolean;
}
/**
 * All there is to know of the table but the game itself; sent whole whenever something of it changes.
 */
export interface Table {
  type: "table";
  now: number;
  code: string;
  phase: "gathering" | "over" | "paused" | "playing";
  host: number | null;
  locked: boolean;
  game: string;
  options: {
    [k: string]: boolean | number | string;
  };
  deck: DeckSpec | null;
  theme: string;
  terms: Terms;
  chairs: Chair[];
  persons: Person[];
  games: number;
  hindrance: Hindrance | null;
  resumes: number | null;
  commitment: string;
  seed: string;
  shares: Share[];
  secret: string;
  next: string;
  adding: number[];
  practice: Practice | null;
  record: string;
  outdated: boolean;
  day: DayRun | null;
}
/**
 * A seat and who has it: a person, a bot, a bot in a person's place, or nobody.
 */
export interface Chair {
  seat: number;
  team: number;
  name: string;
  member: number | null;
  bot: string;
  away: boolean;
  spare: boolean;
  ready: boolean;
  handicap: number;
  resigned: boolean;
  draw: boolean;
  score: number;
  dealt: string;
  given: number | null;
  weaker: boolean;
  face: number;
}
/**
 * Somebody at the table, seated or watching.
 */
export interface Person {
  member: number;
  name: string;
  here: boolean;
  tv: boolean;
  unverified: boolean;
}
/**
 * Why a game cannot begin now: the rule, and what finds the catalogue's sentence.
 */
export interface Hindrance {
  rule: string;
  key: string;
  values: {
    [k: string]: number | string;
  };
}
/**
 * What one page added: 32 hexadecimal digits, or nothing where it did not answer in time.
 */
export interface Share {
  seats: number[];
  number?: string;
}
/**
 * A moment of a finished game from which a table plays on (TABLE-13), or a run played again (SPOT-16).
 */
export interface Practice {
  position: string;
  version: number;
  teams: number[];
  record: string;
  step: number;
  ghost?: Ghost | null;
}
/**
 * A finished run to play against (SPOT-16): whose it is and its times, and nothing of its cards.
 */
export interface Ghost {
  name: string;
  bot: string;
  splits: number[];
  verified: boolean;
}
/**
 * A table where somebody plays the deck of a day (TABLE-16).
 */
export interface DayRun {
  date: string;
  ends: number;
  counted: boolean;
}
/**
 * The whole of what a connection may see of the game, and what happened since the last such message.
 */
export interface Game {
  type: "game";
  number: number;
  moves: number;
  now: number;
  reveal: Reveal | null;
  sights: Sight[];
  until: number | null;
  takeback: number | null;
  verdicts: Verdict[];
  expired: number[];
  result: Result | null;
}
/**
 * Cards that were not seen before; ids only, the art is there already (FAIR-1, FAIR-2).
 */
export interface Reveal {
  number: number;
  cards: number[];
}
/**
 * What a seat sees: None stands for a spectator, and for every seat where all see the same.
 */
export interface Sight {
  seat: number | null;
  view: unknown;
  events: unknown[];
  moves: unknown[] | null;
}
/**
 * How a contest was decided: everybody's milliseconds, and what was forgiven (FAIR-11).
 */
export interface Verdict {
  winner: number;
  tied: number[];
  scores: Score[];
}
/**
 * What a press scored and why; what its seat may see after the round (FAIR-11).
 */
export interface Score {
  seat: number;
  elapsed: number;
  implied: number | null;
  credit: number;
  spike: number;
  score: number;
  moment: number;
  flagged: boolean;
}
/**
 * The teams in groups from first to last (a group of several is level), and each team's score.
 */
export interface Result {
  ranking: number[][];
  scores: number[];
  why?: "abandoned" | "agreed" | "expired" | "played" | "resigned";
}
/**
 * `POST /api/tables`: open a table; what is left out has its default.
 */
export interface NewTable {
  game: string;
  options?: {
    [k: string]: boolean | number | string;
  };
  deck?: DeckSpec | null;
  theme?: string;
  terms?: Terms;
  name?: string;
  face?: number;
}
/**
 * The answer: the code to tell others, the link with it, and the host's own token for `Hello`.
 */
export interface Opened {
  code: string;
  link: string;
  member: number;
  token: string;
}
/**
 * `POST /api/records/{record}/practice`: open a table at a moment of a finished game (TABLE-13).
 */
export interface PlayOn {
  step: number;
  seat?: number;
  bot?: string;
  name?: string;
  face?: number;
}
/**
 * `POST /api/records/{record}/ghost`: play the cards of a run again, against it (SPOT-16).
 */
export interface Chase {
  name?: string;
  face?: number;
}
/**
 * `GET /api/records/{record}/ghost`: the run to beat.
 */
export interface Challenge {
  game: string;
  deck: DeckSpec | null;
  theme: string;
  ghost: Ghost;
}
/**
 * `GET /api/tables/{code}`: what somebody at the door is told.
 */
export interface Found {
  code: string;
  game: string;
  phase: "gathering" | "over" | "paused" | "playing";
  seated: number;
  persons: number;
  locked: boolean;
  link: string;
}
/**
 * `GET /api/games`: what can be played here, and with whom.
 */
export interface Shelf {
  version: number;
  games: Info[];
  bots: {
    [k: string]: string[];
  };
  texts: {
    [k: string]: {
      [k: string]: string;
    };
  };
  day: boolean;
}
/**
 * All that a lobby needs to know of a game, as data.
 */
export interface Info {
  name: string;
  version: number;
  shapes: {
    [k: string]: number[][];
  };
  usual?: number;
  colours?: number;
  alternate?: boolean;
  host_first?: boolean;
  hidden?: boolean;
  reflex?: boolean;
  takeback?: boolean;
  practice?: boolean;
  alone?: boolean;
  hints?: boolean;
  analysis?: "" | "moves" | "times";
  options?: (Toggle | Choice | Number | Text)[];
  deck?: DeckSpec | null;
  replays?: number[];
  earlier?: {
    [k: string]: boolean | number | string;
  };
}
/**
 * An option that is on or off.
 */
export interface Toggle {
  type: "toggle";
  name: string;
  default?: boolean;
}
/**
 * An option that is one of some words.
 */
export interface Choice {
  type: "choice";
  name: string;
  default: string;
  words: string[];
}
/**
 * An option that is a whole number in a range.
 */
export interface Number {
  type: "number";
  name: string;
  default: number;
  low: number;
  high: number;
  unit?: "" | "ms" | "seat";
}
/**
 * An option that is a text which the game itself reads and checks (`Rules.flaws`).
 */
export interface Text {
  type: "text";
  name: string;
  default?: string;
  most?: number;
}
/**
 * `GET /api/forms/{game}`: what all that a game tells and is told looks like; it is enough to show it.
 */
export interface Forms {
  view: Form;
  move: Form;
  event: Form;
  shapes: {
    [k: string]: Shape;
  };
  question?: Form | null;
  answer?: Form | null;
}
/**
 * What kind of value stands somewhere in a view, a move or an event.
 */
export interface Form {
  kind: "any" | "choice" | "flag" | "list" | "map" | "number" | "record" | "row" | "seat" | "team" | "text" | "time";
  of?: Form[];
  shapes?: string[];
  words?: (string | number)[];
  empty?: boolean;
}
/**
 * A record: the `type` it has, where it has one, and its other fields.
 */
export interface Shape {
  type: string;
  fields: Blank[];
}
/**
 * A field of a record.
 */
export interface Blank {
  name: string;
  form: Form;
  needed: boolean;
}
/**
 * `GET /api/decks/{order}/{cards}`: the symbols on every card; it never changes.
 */
export interface Deck {
  order: number;
  symbols: number;
  cards: number[][];
}
/**
 * Pictures for decks, as `GET /api/themes` lists them: a theme, or a deck of the server's own.
 */
export interface Look {
  name: string;
  en: string;
  fr: string;
  order: number;
  cards: number;
  own: boolean;
}
/**
 * A finished game as `GET /api/tables/{code}/records` lists it.
 */
export interface Listed {
  record: string;
  game: string;
  finished: number;
  names: string[];
  result: Result;
  damaged?: boolean;
  bots?: string[];
  faces?: number[];
  theme?: string;
  practice?: boolean;
  nameless?: boolean;
  sealed?: number;
  host?: number | null;
}
/**
 * The answer to `POST /api/records/{record}/nameless`: the same game by another id, without names.
 */
export interface Nameless {
  record: string;
  link: string;
}
/**
 * `GET /api/records/{record}/replay`, and the answer to `POST /api/replay`: a game step by step.
 */
export interface Replay {
  game: string;
  options: {
    [k: string]: boolean | number | string;
  };
  deck: DeckSpec | null;
  theme: string;
  teams: number[];
  names: string[];
  bots: string[];
  faces: number[];
  finished: number;
  link: string;
  commitment: string;
  seed: string;
  shuffle: Shuffle | null;
  practice: boolean;
  playable: boolean;
  run: DeckRun | null;
  result: Result | null;
  frames: Frame[];
}
/**
 * Everything a seed is made of.
 */
export interface Shuffle {
  secret: string;
  shares?: Share[];
}
/**
 * The times of a run, card by card.
 */
export interface DeckRun {
  splits: number[];
  wrong: number[];
  verified: boolean;
}
/**
 * One step of a replay.
 */
export interface Frame {
  at: number;
  seat: number | null;
  entry: unknown;
  events: unknown[];
  view: unknown;
  seats: Glimpse[];
  verdict: Verdict | null;
}
/**
 * What one seat saw of a step.
 */
export interface Glimpse {
  view: unknown;
  events: unknown[];
}
/**
 * A line of `GET /api/records/{record}/study` and `POST /api/study`: how many moves are judged.
 *
 *     The last line has the study, or the problem that ended it.
 */
export interface Studied {
  done: number;
  of: number;
  study?: (KartaStudy | CatatacStudy | ReflexStudy) | null;
  plain?: boolean;
  problem?: Problem | null;
}
/**
 * The analysis of a game of Karta Doppio.
 */
export interface KartaStudy {
  type: "karta";
  level: string;
  moves: KartaMove[];
  accuracy: number[];
  games: KartaGame[];
}
/**
 * A move, and what the search makes of it.
 */
export interface KartaMove {
  step: number;
  position: string;
  game: number;
  seat: number;
  played: Place;
  better: Place | null;
  before: number;
  after: number;
  loss: number;
  verdict: "" | "blunder" | "inaccuracy" | "mistake";
  ahead: number;
  exact: boolean;
  rows: RowSwing[];
}
/**
 * Lay a card, turned clockwise by some quarters, with the top left of its squares at x, y.
 *
 *     `over` means that the card's back is up, the face with two red dots, whoever lays it.
 */
export interface Place {
  type: "place";
  card: number;
  turned: number;
  over: boolean;
  x: number;
  y: number;
}
/**
 * A row of four squares, from its first, and how much more red's odds gain by it with the better card.
 *
 *     The odds are their logarithm: 1.1 is about three times as likely. Blue's gain is below zero. With the last
 *     card it is 1 or -1, the token that the row brings or saves.
 */
export interface RowSwing {
  x: number;
  y: number;
  across: number;
  down: number;
  swing: number;
}
/**
 * A game of a series, gone through.
 */
export interface KartaGame {
  game: number;
  accuracy: (number | null)[];
}
/**
 * The analysis of a game of CATATAC: skill apart from luck.
 */
export interface CatatacStudy {
  type: "catatac";
  level: string;
  moves: CatatacChoice[];
  accuracy: number[];
  given: number[];
  ends: (number | null)[];
  luck: number;
  tosses: number;
  games: CatatacGame[];
}
/**
 * A choice between at least two things to do, and what the imagined worlds make of it.
 *
 *     Chances are White's, as the seat could know them: from its own hand, and what everybody saw.
 */
export interface CatatacChoice {
  step: number;
  game: number;
  seat: number;
  played: Steal | Carry | StoreYarn | Counter | Use | Toss | Distract | EndTurn | Lay | Cooperate | Decline | Open;
  better:
    (Steal | Carry | StoreYarn | Counter | Use | Toss | Distract | EndTurn | Lay | Cooperate | Decline | Open) | null;
  yarn: Yarn | null;
  before: number;
  after: number;
  loss: number;
  verdict: "" | "blunder" | "inaccuracy" | "mistake";
  luck: number;
  tossed: boolean;
}
/**
 * Turn the yarn to one's own side, as the action of a pair.
 */
export interface Steal {
  type: "steal";
}
/**
 * Move the yarn to another alley, as the action of a pair.
 */
export interface Carry {
  type: "carry";
  to: number;
}
/**
 * Bring the yarn home from the alley next to the hideout, as the action of a pair.
 */
export interface StoreYarn {
  type: "store";
}
/**
 * Bring the yarn out of the other clan's hideout, as the action of a pair (CTC-33).
 */
export interface Counter {
  type: "counter";
}
/**
 * Use the card's action block: which of the ways its bars separate, and where the yarn ends.
 */
export interface Use {
  type: "use";
  way: number;
  to: number;
}
/**
 * Toss the yarn after a pair action (booster Momentum).
 */
export interface Toss {
  type: "toss";
}
/**
 * Spend the clan's token instead of acting with the card just laid (booster Distraction).
 */
export interface Distract {
  type: "distract";
}
/**
 * End the turn and do no more with the card.
 */
export interface EndTurn {
  type: "done";
}
/**
 * Lay a card on the discard, in one's own turn or to counter as the next opponent.
 */
export interface Lay {
  type: "lay";
  card: number;
}
/**
 * Lay a cooperation card in place of the teammate whose turn it is (CTC-25, CTC-23).
 */
export interface Cooperate {
  type: "cooperate";
  card: number;
}
/**
 * Answer that one does not counter, or does not cooperate.
 */
export interface Decline {
  type: "decline";
}
/**
 * End the breath in which teammates may cooperate; the table's own move.
 */
export interface Open {
  type: "open";
}
/**
 * Where the yarn lies, and which clan possesses it.
 */
export interface Yarn {
  place: number;
  clan: number;
}
/**
 * A game of a Marathon, gone through: skill apart from luck.
 */
export interface CatatacGame {
  game: number;
  accuracy: (number | null)[];
  given: number[];
  end: number | null;
  luck: number;
  tosses: number;
}
/**
 * The analysis of a game of speed.
 */
export interface ReflexStudy {
  type: "reflex";
  level: string;
  reactions: Reaction[];
  paces: Pace[];
  late: Lateness[];
  mistaken: MistakenSymbol[];
  levels: LevelPace[];
}
/**
 * A call, and how long it took.
 */
export interface Reaction {
  step: number;
  seat: number;
  outcome: "beaten" | "first" | "late" | "wrong";
  cards: number[];
  called: number | null;
  right: number | null;
  time: number;
  forgiven: number;
  held: number;
  anew: boolean;
}
/**
 * How quick a seat was.
 */
export interface Pace {
  seat: number;
  calls: number;
  wrong: number;
  median: number;
  level: string;
}
/**
 * How late a seat finds a symbol, as far as a few times can tell.
 */
export interface Lateness {
  seat: number;
  symbol: number;
  count: number;
  share: number;
}
/**
 * A symbol that a seat mistook for the right one.
 */
export interface MistakenSymbol {
  seat: number;
  right: number;
  called: number;
  count: number;
}
/**
 * The median time a level of the bots takes for two cards of this deck.
 */
export interface LevelPace {
  level: string;
  time: number;
}
/**
 * The body of every HTTP answer that is no success.
 */
export interface Problem {
  key: string;
  text: string;
  rule?: string;
}
/**
 * `POST /api/karta/where`: where a card may lie in a position, turned so; the answer is an `Outlook`.
 */
export interface KartaWhere {
  position: string;
  card: number;
  turned: number;
  over: boolean;
}
/**
 * `POST /api/karta/judge`: what a placement is worth in a position; the answer is a `KartaMove`.
 */
export interface KartaTry {
  position: string;
  place: Place;
  level?: "expert" | "hard";
}
/**
 * `GET /api/puzzles/{puzzle}`: a position with one way on.
 */
export interface KartaPuzzle {
  id: string;
  kind: "five" | "four" | "three" | "two";
  level: number;
  position: string;
  line: Place[];
  views: KartaView[];
  positions: string[];
  rows: RowSwing[];
}
/**
 * All there is; tokens and dots are what the squares show now.
 */
export interface KartaView {
  type: "kartaview";
  turn: number | null;
  red: Side;
  blue: Side;
  laid: Place[];
  squares: Square[];
  lines: Line[];
}
/**
 * One colour's side of the table; `over` tells whether its cards lie with their backs up (KARTA-4).
 */
export interface Side {
  seat: number;
  over: boolean;
  hand: number[];
  tokens: number;
  dots: number;
}
/**
 * A square of the table under one card, or under two.
 */
export interface Square {
  x: number;
  y: number;
  dot: ("blue" | "red") | null;
  locked: boolean;
}
/**
 * An unbroken run of four dots or more: where it begins, its direction, and how long it is.
 */
export interface Line {
  colour: "blue" | "red";
  x: number;
  y: number;
  across: number;
  down: number;
  length: number;
}
/**
 * `POST /api/check`: what is wrong with the text of an option; the answer is a list of `Hindrance`s.
 *
 *     Where it is one line's fault, `line` in the values says which.
 */
export interface TextCheck {
  game: string;
  option: string;
  text: string;
}
/**
 * `POST /api/day`: open a table for the deck of the day, or the one where a counted try goes on.
 */
export interface DayWish {
  device: string;
}
/**
 * `GET /api/day`: the deck of today, with `Authorization: Bearer DEVICE` what this device did.
 */
export interface DayPage {
  now: number;
  ends: number;
  own: DayOwn | null;
  lists: DayList[];
}
/**
 * A device's own counted try.
 */
export interface DayOwn {
  entry: DayEntry | null;
  why: ("" | "given-up" | "interrupted" | "late" | "unverified") | null;
}
/**
 * A try in the list of a day.
 */
export interface DayEntry {
  place: number;
  names: {
    [k: string]: string;
  };
  face: string;
  millis: number;
  own: boolean;
  record: string;
}
/**
 * The best tries of a day, and its seed once it has ended.
 */
export interface DayList {
  date: string;
  commitment: string;
  secret: string;
  entries: DayEntry[];
}
/**
 * `GET /api/day/{record}`: how long a try took; it says nothing of the cards.
 */
export interface DayTimes {
  millis: number;
  splits: number[];
  why: "" | "given-up" | "interrupted" | "late" | "unverified";
}
/**
 * The answer to `POST /api/screens`: a television waits, and shows the code for this many seconds.
 */
export interface Screen {
  code: string;
  secret: string;
  seconds: number;
}
/**
 * `POST /api/screens/CODE`: show a table there, once; needs the token of somebody at the table.
 */
export interface ShowTable {
  table: string;
}
/**
 * `GET /api/screens/CODE/SECRET`: the table that a television was shown; empty before.
 */
export interface Shown {
  table: string;
  token?: string;
}
/**
 * Name the symbol that these cards share, the contested ones first (SPOT-2, SPOT-10).
 */
export interface Call {
  type: "call";
  symbol: number;
  cards: number[];
}
/**
 * Turn all cards up at once; the table's own move.
 */
export interface Flip {
  type: "flip";
}
/**
 * Let a frozen seat call again; the table's own move.
 */
export interface Thaw {
  type: "thaw";
  seat: number;
}
/**
 * Ask to be heard about the common cards before anybody else; the symbol follows (SPOT-12).
 */
export interface ClaimCards {
  type: "claim";
  cards: number[];
}
/**
 * End a claim whose symbol was not named in time; the table's own move.
 */
export interface Lapse {
  type: "lapse";
  seat: number;
}
/**
 * Say that it is enough of practice (SPOT-7).
 */
export interface Enough {
  type: "enough";
}
/**
 * A call was right and first; `to` is the seat that has what it won, or MIDDLE.
 */
export interface Took {
  type: "took";
  seat: number;
  symbol: number;
  cards: number[];
  to: number;
}
/**
 * A call came when what it is about had changed; it costs nothing (SPOT-4).
 */
export interface LateCall {
  type: "late";
  seat: number;
  cards: number[];
}
/**
 * A call named a symbol that the cards do not all share (SPOT-5).
 */
export interface Wrong {
  type: "wrong";
  seat: number;
  symbol: number;
  cards: number[];
  until: number;
}
/**
 * All cards were turned up.
 */
export interface Flipped {
  type: "flipped";
}
/**
 * A seat may call again.
 */
export interface Thawed {
  type: "thawed";
  seat: number;
}
/**
 * A seat was left with all cards of a round and keeps them as penalty (HOT-3).
 */
export interface Burned {
  type: "burned";
  seat: number;
  cards: number;
}
/**
 * The cards of another round were dealt; it is the one after so many.
 */
export interface Dealt {
  type: "dealt";
  round: number;
}
/**
 * These seats are level at the top and go into a face-off (SPOT-6).
 */
export interface Tied {
  type: "tied";
  seats: number[];
}
/**
 * A seat was the first to claim the common cards, and names their symbol by then.
 */
export interface Claimed {
  type: "claimed";
  seat: number;
  cards: number[];
  until: number;
}
/**
 * A seat named nothing in time, and is frozen as after a wrong call (SPOT-13).
 */
export interface Lapsed {
  type: "lapsed";
  seat: number;
  until: number;
}
/**
 * A seat said that it is enough, and practice is over (SPOT-7).
 */
export interface HadEnough {
  type: "hadenough";
  seat: number;
}
/**
 * What everybody sees: there are no hidden hands, only cards that lie face down.
 */
export interface SpotView {
  type: "spot";
  flips: number | null;
  stock: number;
  middle: number;
  height: number;
  table: number[];
  tops: number[];
  counts: number[];
  kept: number[];
  round: number;
  frozen: number[];
  faceoff: number[];
  winner: number | null;
  claimant: number | null;
  lapses: number | null;
}
/**
 * Go on to the next game of the series; the table's own move.
 */
export interface Next {
  type: "next";
}
/**
 * Show the teammate a card on the table, or a symbol on it (ISLE-8).
 */
export interface Point {
  type: "point";
  card: number;
  symbol?: number | null;
}
/**
 * A game of the series ended, and the standing is now this.
 */
export interface StageFinished {
  type: "finished";
  game: number;
  result: Result;
  standing: number[];
}
/**
 * The next game of the series began.
 */
export interface StageBegan {
  type: "began";
  game: number;
}
/**
 * A call was right and first: its second card now covers its first.
 */
export interface Covered {
  type: "covered";
  seat: number;
  symbol: number;
  cards: number[];
  place: number;
}
/**
 * A seat shows its teammate a card or a symbol; nobody else sees it (ISLE-8).
 */
export interface Pointed {
  type: "pointed";
  seat: number;
  mate: number;
  card: number;
  symbol: number | null;
}
/**
 * A game, or a round of Knights, was scored: each team's count and points.
 */
export interface Scored {
  type: "scored";
  tallies: TeamTally[];
}
/**
 * What one team counts at the end of a game, or of a round of Knights.
 */
export interface TeamTally {
  points: number;
  first: boolean;
  counted: number[];
  count: number;
}
/**
 * What a seat sees of a series; `standing` counts a game only when it has ended.
 */
export interface StageViewIsleView {
  type: "stageview";
  index: number;
  standing: number[];
  game: IsleView;
  resumes?: number | null;
}
/**
 * What everybody sees: there are no hidden hands, only cards that lie face down.
 *
 *     `turned` and `counts` are by seat, in Barbarians and Knights by team.
 */
export interface IsleView {
  type: "isle";
  game: string;
  flips: number | null;
  island: number[];
  ports: number[];
  turned: number[];
  counts: number[];
  open: number[][];
  reach: number[];
  gone: number[];
  taken: number[][];
  standing: number[];
  points: number[];
  round: number;
  frozen: number[];
  tallies: TeamTally[];
}
/**
 * The turn came to a seat; with `breath` its teammates are asked first whether they cooperate.
 */
export interface TurnCame {
  type: "came";
  seat: number;
  breath: boolean;
}
/**
 * A seat without cards was passed over.
 */
export interface Passed {
  type: "passed";
  seat: number;
}
/**
 * The breath is over: the seat may lay its card.
 */
export interface TurnOpened {
  type: "opened";
  seat: number;
}
/**
 * A seat laid a card, in its own turn or instead of a teammate.
 */
export interface Laid {
  type: "laid";
  seat: number;
  face: Face;
  pair: boolean;
  instead?: number | null;
}
/**
 * What a paw card shows; `code` is its short name, the number and a letter for its block.
 */
export interface Face {
  card: number;
  code: string;
  number: number;
  when?: ("other" | "own")[];
  ways?: Effect[][];
  together?: boolean;
  name?: string;
}
/**
 * One icon of an action block, with its distance where it has one.
 */
export interface Effect {
  do: "counter" | "move" | "steal" | "store" | "toss";
  far?: number;
}
/**
 * A seat does not counter, or does not cooperate.
 */
export interface Declined {
  type: "declined";
  seat: number;
}
/**
 * A seat turned the yarn to its own side.
 */
export interface Stole {
  type: "stole";
  seat: number;
}
/**
 * A seat moved the yarn from one alley to another.
 */
export interface Carried {
  type: "carried";
  seat: number;
  origin: number;
  to: number;
}
/**
 * A seat brought the yarn onto its hideout; the other clan may counter.
 */
export interface Attempted {
  type: "attempted";
  seat: number;
  origin: number;
}
/**
 * A seat brought the yarn out of the other clan's hideout.
 */
export interface Countered {
  type: "countered";
  seat: number;
  to: number;
}
/**
 * The yarn was tossed, and this clan possesses it.
 */
export interface Tossed {
  type: "tossed";
  clan: number;
}
/**
 * A seat spent its clan's token: the next opponent uses no action block.
 */
export interface Distracted {
  type: "distracted";
  seat: number;
}
/**
 * The store of a seat succeeded: its clan took a point card, unseen.
 */
export interface Stored {
  type: "stored";
  seat: number;
  left: number;
}
/**
 * The mantle of the Alpha passed to this seat.
 */
export interface Crowned {
  type: "crowned";
  seat: number;
}
/**
 * A seat drew back up; only that seat sees which cards.
 */
export interface Drew {
  type: "drew";
  seat: number;
  count: number;
  cards?: number[];
}
/**
 * The game is over, and the clans' point cards were turned up.
 */
export interface Counted {
  type: "counted";
  shown: PointCard[][];
  points: number[];
  sardines: number[];
}
/**
 * What a point card shows: its value for each clan, and its sardines.
 */
export interface PointCard {
  card: number;
  code: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  values: [number, number];
  sardines?: number;
}
/**
 * What a seat sees of a series; `standing` counts a game only when it has ended.
 */
export interface StageViewCatatacView {
  type: "stageview";
  index: number;
  standing: number[];
  game: CatatacView;
  resumes?: number | null;
}
/**
 * All that one seat (None: a spectator) may see.
 */
export interface CatatacView {
  type: "catatac";
  seat: number | null;
  starter: number;
  phase: "act" | "breath" | "counter" | "empty" | "over" | "turn";
  turn: number;
  asked: number[];
  until: number | null;
  laid: number;
  rights: ("block" | "distract" | "gamble" | "must" | "pair")[];
  yarn: Yarn;
  hand: Face[];
  counts: number[];
  pile: number;
  top: Face;
  discard: number[];
  points: number;
  won: number[];
  shown: PointCard[][];
  tokens: boolean[];
  distracted: number | null;
  alphas: number[];
  lately?: Chosen[];
}
/**
 * What everybody saw a seat choose in its own turn: to lay a card, or not to counter.
 */
export interface Chosen {
  seat: number;
  at: number;
  yarn: Yarn;
  laid: boolean;
}
/**
 * What could be done now with the cards in hand, or with the card just laid?
 */
export interface What {
  type: "what";
}
/**
 * What a seat could do now, card by card; empty where it may lay none.
 */
export interface Turns {
  cards?: CardTurns[];
}
/**
 * A card that may be laid now, or has just been laid, and every turn with it.
 */
export interface CardTurns {
  card: number;
  pair: boolean;
  turns: Turn[];
}
/**
 * Moves that one after another make a whole turn, and what becomes of the yarn.
 */
export interface Turn {
  moves: (Steal | Carry | StoreYarn | Counter | Use | Toss | Distract | EndTurn | Lay | Cooperate | Decline | Open)[];
  trail?: Yarn[];
  toss?: boolean;
}
/**
 * A card was laid: which of its squares capture and lock (as in OpenPlace), and the tokens since.
 */
export interface Placed {
  type: "placed";
  seat: number;
  place: Place;
  captures: number[];
  locks: number[];
  /**
   * @minItems 2
   * @maxItems 2
   */
  tokens: [number, number];
}
/**
 * The last card has nowhere to lie, and the game ends without it (KARTA-12).
 */
export interface Stuck {
  type: "stuck";
  seat: number;
}
/**
 * What a seat sees of a series; `standing` counts a game only when it has ended.
 */
export interface StageViewKartaView {
  type: "stageview";
  index: number;
  standing: number[];
  game: KartaView;
  resumes?: number | null;
}
/**
 * Where may this card lie, turned so?
 */
export interface Where {
  type: "where";
  card: number;
  turned: number;
  over: boolean;
}
/**
 * Every place for a card turned so; `elsewhere` is why it may lie nowhere else.
 */
export interface Outlook {
  spots: Prospect[];
  barred: Barred[];
  elsewhere: Reason;
}
/**
 * An open place with the lines that would be new there, grown ones too, and those that would break.
 */
export interface Prospect {
  x: number;
  y: number;
  captures: number[];
  locks: number[];
  /**
   * @minItems 2
   * @maxItems 2
   */
  tokens: [number, number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  dots: [number, number];
  made: Line[];
  broken: Line[];
}
/**
 * A place near the cards where the card may not lie.
 */
export interface Barred {
  x: number;
  y: number;
  reason: Reason;
}
/**
 * The rule that forbids, and the key of its sentence.
 */
export interface Reason {
  rule: string;
  key: string;
}
