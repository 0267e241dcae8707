// The messages of the protocol. Written by `python -m cadogan_protocol.generate` from the models in
// protocol/cadogan_protocol: change those, not this file. What they mean stands in protocol/PROTOCOL.md.

/** The version of the protocol. */
export const VERSION = 2;

/** The WebSocket subprotocol of binary frames in msgpack. */
export const SUBPROTOCOL_MSGPACK = "cadogan.2.msgpack";

/** The WebSocket subprotocol of text frames in JSON. */
export const SUBPROTOCOL_JSON = "cadogan.2.json";

/** Subprotocols of earlier versions. Who asks for no other is told so, and sent away with the close code 4001. */
export const OUTDATED = ["cadogan.1.msgpack", "cadogan.1.json"];

/** The largest message a client may send, in bytes. */
export const MAX_MESSAGE_BYTES = 16384;

/** The longest name of a player, in characters. */
export const MAX_NAME = 24;

/** The largest number of seats in a race. */
export const MAX_RACERS = 64;

/** The largest number of bots that one request may seat. */
export const MAX_BOTS = 8;

/** Letters of a room's code: none that can be taken for another (I, O, 0, 1). */
export const CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Characters in a room's code. */
export const CODE_LENGTH = 6;

/** Random bytes in the key of a room that is by link only. */
export const KEY_BYTES = 8;

/** Characters of a ticket, of those of a room's code: 60 random bits. */
export const TICKET_LENGTH = 12;

/** For so long a ticket is taken. */
export const TICKET_SECONDS = 300;

/** So many friends one player may have. */
export const MOST_FRIENDS = 200;

/** So many games of a player are kept, or some more: the last. */
export const MOST_HISTORY = 10000;

/** So many passkeys one player may have. */
export const MOST_PASSKEYS = 10;

/** The longest answer of a browser's passkey, in characters. */
export const MAX_CREDENTIAL = 8192;

/** For so long whom the host has put out of a room can't come back, nor anybody else from the same address. */
export const PUT_OUT_SECONDS = 600;

/** Messages a second that one socket may send on average. This and what follows is how a server is set by default. */
export const MESSAGES_PER_SECOND = 50;

/** Messages that one socket may send at once, after it has been quiet. */
export const MESSAGE_BURST = 200;

/** After so many messages in a row that were none, or came too fast, a socket is closed. */
export const MOST_BAD = 50;

/** Seconds that a new socket has for its `hello`. */
export const HELLO_SECONDS = 10;

/** Sockets that one address may hold; a network of 64 bits counts as one in IPv6. */
export const SOCKETS_PER_ADDRESS = 256;

/** Rooms not yet over that may have been opened from one address. */
export const ROOMS_PER_ADDRESS = 50;

/** Rooms that a list of the public rooms shows at most. */
export const MOST_ROOMS_LISTED = 200;

/** So many games can be put to one vote. */
export const MOST_CANDIDATES = 3;

/** A running score has so many lines at most: those who play come first, then those with the most points. */
export const MOST_SCORES = 64;

/** So many ghosts can be raced against at once. */
export const MOST_GHOSTS = 4;

/** From this number on the boards of ghosts are counted in a replay, in place of seats. */
export const GHOST_SEATS = 100;

/** A rating is ranked once its player has played rated games against others on so many days (UTC). */
export const RANKED_DAYS = 3;

/** A rating is ranked once its player has met so many different people in rated games. */
export const RANKED_PEOPLE = 5;

/** A rating that was made of fewer games is provisional: it says little yet. */
export const PROVISIONAL_GAMES = 10;

/** So many players can be compared with each other on a board. */
export const MOST_COMPARED = 200;

/** A room remembers the ids of so many requests of each player, the last that it has carried out. */
export const REQUESTS_KEPT = 64;

/** The stream of the room itself: seats, phase, clock, results. */
export const ROOM = 0;

/** The first of the boards as their players see them: BOARDS + seat. */
export const BOARDS = 1;

/** A duel as spectators see it. */
export const SPECTATORS = 3;

/** The first of the boards of a race that is watched fairly, as all but their racers see them: OTHERS + seat. */
export const OTHERS = 65;

/** Frequent messages carry their number in its stream modulo this, so that it takes one byte. */
export const SEQ_SPAN = 128;

/** Stands for a card whose face the receiver may not see. */
export const HIDDEN = -1;

/** Stands for a card that lies face up for the racer whose board it is, and is shown to others when all racers have seen it. */
export const VEILED = -2;

/** An action never names more places than this. */
export const MOST_SPOTS = 8;

/** The top cards of a pile go on top of another. */
export const SHIFTED = 0;

/** The top cards of a pile are turned over on to another. */
export const TURNED = 1;

/** Cards are taken from anywhere in a pile and put anywhere into another. */
export const LIFTED = 2;

/** A card shows another face. */
export const SHOWN = 3;

/** A pile holds other cards. */
export const HOLDS = 4;

/** A counter has another value. */
export const COUNTED = 5;

/** What the messages that are arrays begin with. */
export const Tag = {
  Play: "m",
  Delta: 1,
  Step: 2,
  Moved: 3,
  Progress: 4,
} as const;

export type ErrorCode =
  | "bad_message"
  | "unknown_type"
  | "too_fast"
  | "busy"
  | "no_hello"
  | "bad_token"
  | "banned"
  | "bad_passkey"
  | "unknown_player"
  | "too_many_friends"
  | "unknown_game"
  | "bad_option"
  | "unknown_room"
  | "room_full"
  | "room_locked"
  | "put_out"
  | "name_taken"
  | "no_spectators"
  | "not_in_room"
  | "in_room"
  | "not_seated"
  | "not_host"
  | "wrong_phase"
  | "not_your_turn"
  | "illegal_move"
  | "nothing_to_undo"
  | "undo_off"
  | "too_many_rooms"
  | "no_bots"
  | "not_finished"
  | "log_lost"
  | "store_down"
  | "internal";

/** Whether the same request may succeed when it is sent again later. */
export const RETRY: Record<ErrorCode, boolean> = {
  bad_message: false,
  unknown_type: false,
  too_fast: true,
  busy: true,
  no_hello: false,
  bad_token: false,
  banned: false,
  bad_passkey: false,
  unknown_player: false,
  too_many_friends: false,
  unknown_game: false,
  bad_option: false,
  unknown_room: false,
  room_full: false,
  room_locked: true,
  put_out: true,
  name_taken: false,
  no_spectators: false,
  not_in_room: false,
  in_room: false,
  not_seated: false,
  not_host: false,
  wrong_phase: false,
  not_your_turn: false,
  illegal_move: false,
  nothing_to_undo: false,
  undo_off: false,
  too_many_rooms: true,
  no_bots: true,
  not_finished: false,
  log_lost: false,
  store_down: true,
  internal: true,
};

/** Why the server closed a socket. */
export const CloseCode = {
  /** The server stops, restarts or can't reach its store: come back in a moment, perhaps to another one. */
  GOING_AWAY: 1001,
  /** Frames that the standard of WebSocket forbids: a library would not send them. */
  PROTOCOL_ERROR: 1002,
  /** A text frame that is no UTF-8. */
  NOT_UTF8: 1007,
  /** A message was over the size limit: do not send it again. */
  TOO_BIG: 1009,
  /** A player's socket fell behind and was let go: come back, nothing is lost. */
  TOO_SLOW: 4000,
  /** Too many bad messages in a row, or such that came too fast, or of an outdated protocol: mend the client first. */
  TOO_MANY_ERRORS: 4001,
  /** This address, or all together, hold too many connections: close some, then come back. */
  TOO_MANY_SOCKETS: 4002,
  /** The same player came in through another socket: this one is done. */
  REPLACED: 4003,
  /** The first message was not `hello`, or none came in time. */
  NO_HELLO: 4004,
  /** This player's seat was freed, by the host as a rule: the reason says it. Do not join again by yourself; a person may want to, after a while. */
  UNSEATED: 4005,
  /** This player's seat was freed because the nonce that was promised did not come in time. Do not join again by yourself; a person may want to, at once. */
  WITHHELD: 4006,
  /** Whoever runs the server has banned this player or address: the reason says until when, and why. */
  BANNED: 4007,
  /** The server is being renewed, and another one has the room already: come back at once, nothing is lost. */
  RENEWED: 4008,
} as const;

/** Whether to connect again by oneself after this close code. After any other code one may. */
export const RECONNECT: Record<number, boolean> = {
  1001: true,
  1002: true,
  1007: true,
  1009: false,
  4000: true,
  4001: false,
  4002: true,
  4003: false,
  4004: false,
  4005: false,
  4006: false,
  4007: false,
  4008: true,
};

/** A pile's number, or the k-th card of a pile, counted from the bottom and from 0. */
export type Spot = number | [pile: number, k: number];

/** Takes the top cards of one pile to another. */
export type PlainMove = [from: number, to: number, count: number];

/** Any other action: its name, and the places it is about. */
export type ActionMove = [action: string, ...spots: Spot[]];

/** The id of a request: 1 to 2147483647, chosen by the client. */
export type RequestId = number;

/** A room's code, 4 to 12 characters; small letters are taken as capitals. */
export type Code = string;

/** What the link of a room by link only has beside its code: 11 letters, digits, - and _. */
export type RoomKey = string;

/** 16 random bytes as 32 hex digits, in small letters. */
export type Nonce = string;

/** 16 random bytes as 32 hex digits, in small letters, that a browser keeps. */
export type Browser = string;

/** A SHA-256 as 64 hex digits, in small letters. */
export type Sha256 = string;

/** A day (UTC), say `2026-11-21`. */
export type Day = string;

/** A month (UTC), say `2026-11`. */
export type Month = string;

/** A language by its two small letters of ISO 639-1, say `de`. */
export type Language = string;

/** What kind of bot plays: 1 to 24 small letters, digits and _, a letter first. */
export type BotKind = string;

/** The number of a stream, see Streams. */
export type Stream = number;

/** The number of a message in its stream. */
export type Seq = number;

/** The number of a message in its stream, modulo 128, see Streams. */
export type ShortSeq = number;

/** How far a racer is: `[seat, progress, moves, state, penalty, ended]`, the fields of the [Seat](#seat), where `state` is 0 playing, 1 stuck, 2 finished, 3 stood, 4 late, 5 left. At the end 0 and null are left out behind `moves`. */
export type Standing = [seat: number, progress: number, moves: number, state?: number, penalty?: number, ended?: Millis];

/** What else a change of a board means: a whole number by which `moves` of its racer has grown, or the racer's `Standing`, where more has changed. */
export type Change = number | Standing;

/** Milliseconds. A moment is counted since 1970-01-01 UTC by the server's clock; a span, where a field says so, from the start of the race. */
export type Millis = number;

/** By which a player is known to all: 1 to 64 letters, digits, - and _. */
export type PlayerId = string;

/** 1 to 24 visible characters; blanks around it are taken off, and several within become one. */
export type PlayerName = string;

/** A `PlayerName` as it may be chosen: a character of it carries at most two accents of a kind and four marks in all, beside those that Unicode has in one character with their letter. */
export type NewName = string;

/** A card, see Cards. */
export type CardCode = number;

/** The place of a pile in the table's list of piles, from 0. */
export type PileIndex = number;

/** A game option's value: true or false, a whole number, or text of at most 40 characters. */
export type OptionValue = boolean | number | string;

/** A move, see Moves. */
export type Move = PlainMove | ActionMove;

/** A change of a table, see Table events. */
export type TableEvent =
  | [kind: 0, from: number, to: number, n: number]
  | [kind: 1, from: number, to: number, cards: CardCode[]]
  | [kind: 2, from: number, i: number, to: number, j: number, cards: CardCode[]]
  | [kind: 3, pile: number, i: number, card: number]
  | [kind: 4, pile: number, cards: CardCode[]]
  | [kind: 5, counter: number, value: number];

/** The number of a stream, 0 to 199, as text: the key of a map. */
export type StreamKey = string;

/** How a room is run. The game's own options are beside it, in `options` of the room. */
export interface RoomOptions {
  /** a deal nobody has seen, the deal with a number, or today's (by UTC), see Days; a duel is always fresh, but for that of the day; again: that of a race that is over, by `race_ghosts` alone */
  deal: "fresh" | "numbered" | "daily" | "again";
  /** the deal's number, with `deal` = numbered */
  number?: number;
  /** seconds from the start until the race is over; in a duel, what each player has for a whole game; 0: no limit */
  time_limit: number;
  /** whether moves may be taken back, in games that have undo; covered: only those that have turned up no card and shuffled nothing, since then. In a rated room free is made covered */
  undo: "free" | "covered" | "none";
  /** whether a client may offer hints */
  hints: boolean;
  /** the race is over with the first finish; else all may play on */
  sudden_death: boolean;
  /** who may watch while it runs; after the end anybody may look. fair: anybody, but of a race a card is shown only when all who still play have seen it. live: all that the racers see, in a room that is not public. A race with live spectators is not rated, nor one whose delay is no longer than its time limit. Of a duel no hand is shown while it runs, whatever this says */
  spectators: "fair" | "live" | "delayed" | "none";
  /** seconds by which spectators are behind, with `spectators` = delayed */
  delay: number;
  /** whether the result goes to the leaderboards: people's, of a fresh deal, see Boards; with another deal, which some may know, the room is opened with false */
  rated: boolean;
  /** whether the room stands in the list of rooms */
  public: boolean;
  /** whether the code alone lets nobody in, but only the link, which has a `key` beside it; not with `public` */
  by_link: boolean;
  /** how many may race; a duel always has two seats */
  seats: number;
  /** a duel: the match goes to this score; 0: a single game */
  target: number;
}

/** A game that is proposed. */
export interface Candidacy {
  game: string;
  options: Record<string, OptionValue>;
}

/** Somebody's part in a race that is over. */
export interface Run {
  room: Code;
  /** as in `join` */
  key?: RoomKey;
  /** null: the player's own, where there is one, else that of who came in first */
  seat?: number;
}

/** One passkey of a player. */
export interface PasskeyInfo {
  id: string;
  /** what the player calls it */
  label: string;
  added: Millis;
  /** when it was used last */
  used: Millis;
}

/** Somebody else in a game that was played. */
export interface HistoryPlayer {
  player: PlayerId;
  /** as it was then */
  name: PlayerName;
  /** the level or kind of a bot; null: a person */
  bot?: string;
  rank: number;
}

/** A game that a player has played to its end. */
export interface HistoryRow {
  /** for `before` of `get_history` */
  id: string;
  /** the room's code */
  room: string;
  game: string;
  /** the game's options */
  options: Record<string, OptionValue>;
  /** the room's */
  rules: RoomOptions;
  kind: "race" | "duel";
  /** when it was over */
  at: Millis;
  rank: number;
  /** how many played */
  of: number;
  /** whether the game itself was won: a race: all cards came home; a duel: the match */
  won: boolean;
  /** whether the player came in before somebody, and nobody before the player, won or not */
  first: boolean;
  /** the same as `won`, for clients of before there was `first` */
  home: boolean;
  /** as in the results */
  time?: Millis;
  undone: number;
  moves: number;
  progress: number;
  progress_max: number;
  score?: number;
  /** why it does not count on the boards; null: it does */
  why_not?: "bot" | "daily" | "unrated" | "known_deal" | "fast" | "options" | "alone" | "bots" | "same_place" | "idle";
  /** the first of them first, 24 at most */
  others: HistoryPlayer[];
  /** whether its replay is kept, and to be had by the room's code alone */
  replay: boolean;
}

/**
 * What a player has done in a game with some options, or in all.
 *
 * What was not rated, of a deal that may have been known, or faster than hands can is in the history alone.
 */
export interface Figures {
  /** empty: over all games */
  game: string;
  /** as far as they are not the usual ones; null: any that have no board */
  options?: Record<string, OptionValue>;
  played: number;
  /** how many games were won, as in the history, against bots and alone too */
  won: number;
  /** in how many the player came first, as in the history, against bots too */
  first: number;
  /** the best time of a race that was won */
  best?: Millis;
  best_without_undo?: Millis;
  /** the fewest moves of a race that was won; moves that were taken back do not count */
  fewest_moves?: number;
  /** the same of races in which no move was taken back */
  fewest_moves_without_undo?: number;
  /** the mean of the times of races that were won */
  average?: Millis;
  /** how many games were won in a row up to now */
  streak: number;
  /** the most that were ever won in a row */
  longest: number;
  /** when one was played last */
  last: Millis;
}

/** A rating after a game. */
export interface CurvePoint {
  at: Millis;
  /** of which games; empty: over all */
  family: string;
  value: number;
}

/** How a player has done against another, in games that count in the figures. */
export interface HeadToHead {
  /** the other */
  player: PlayerId;
  name: PlayerName;
  played: number;
  /** how often the player came in before the other, whether the game was won or not */
  won: number;
  /** how often behind the other */
  lost: number;
  last: Millis;
}

/** A room in the list of rooms. */
export interface ListedRoom {
  code: string;
  game: string;
  title: string;
  kind: "race" | "duel";
  phase: "lobby" | "countdown" | "running" | "finished";
  players: string[];
  seats: number;
  watchers: number;
  spectators: "fair" | "live" | "delayed" | "none";
  /** whether nobody new takes a seat */
  locked: boolean;
}

/** Somebody whom a player has taken for a friend. */
export interface Friend {
  player: PlayerId;
  name: PlayerName;
  /** whether there is such a player still */
  known: boolean;
  /** whether each has taken the other for a friend */
  mutual: boolean;
  /** where the friend sits now: in a public room, or, if it is mutual, in one that can be joined by its code */
  room?: ListedRoom;
}

/** Somebody's attempt at a contest of a day. */
export interface DayRow {
  /** equal results have equal ranks */
  rank: number;
  player: PlayerId;
  /** as it was then */
  name: PlayerName;
  won: boolean;
  /** as in the results */
  time?: Millis;
  progress: number;
  /** a duel's points */
  score?: number;
  moves: number;
  /** where it was made, for a replay or as a ghost; null while who asks has not made an attempt of that day */
  room?: string;
}

/** The attempt at a contest of a day that counts for who asks. */
export interface DayAttempt {
  /** the code of the room in which the cards were dealt first */
  room: string;
  /** whether it was over within its day; if the day is over and it was not, it does not count */
  over: boolean;
}

/** One contest of a day, and how people did in it. */
export interface DayContest {
  kind: "race" | "duel";
  game: string;
  /** those of the game that are not the usual ones */
  options: Record<string, OptionValue>;
  /** a duel: how well the bot plays */
  level?: string;
  progress_max: number;
  /** the first of them */
  rows: DayRow[];
  /** how many are on its board */
  total: number;
  /** the row of who asks, wherever it is */
  mine?: DayRow;
  /** those of friends, the best first */
  friends: DayRow[];
  /** that of the `rival` of `get_day`; null: there is none, or nobody was asked for */
  rival?: DayRow;
  /** null: who asks has not been dealt its cards */
  attempt?: DayAttempt;
}

/** What a player has done in a contest of a day, within that day. */
export interface DayDone {
  won: boolean;
  time?: Millis;
  progress: number;
  score?: number;
  moves: number;
  /** the code of the room */
  room: string;
}

/** A day of a calendar: its games, and what who asks has done in them; null: nothing that counts. */
export interface CalendarDay {
  day: Day;
  /** the id of the game that is played alone */
  race: string;
  /** that of the duel */
  duel: string;
  race_done?: DayDone;
  duel_done?: DayDone;
}

/** How many days in a row a contest was played to its end, or won: up to today, or yesterday where today's is yet to come. */
export interface DayStreak {
  kind: "race" | "duel";
  played: number;
  longest_played: number;
  won: number;
  longest_won: number;
}

/** Which rule forbids a move, for programs and for whoever speaks another language than English. */
export interface BrokenRule {
  /** `takes`, `stock_empty` and the like; each has the same values whenever it comes */
  name: string;
  /** a sentence in English: what the rule forbids here */
  reason: string;
  /** the numbers that the rule has in part 4 of the game's sheet, as "1, 2"; else empty */
  line: string;
  /** the action that isn't possible at all now, where it is about one */
  action?: string;
  /** what it speaks of: a list has cards, `source` and `target` are ids of groups, `game` is that of the game */
  values: Record<string, number | string | number[]>;
}

/** One game of the catalogue. */
export interface GameInfo {
  id: string;
  title: string;
  /** by which players may look for it */
  other_names: string[];
  /** what it is called in other languages, for a search */
  titles: string[];
  /** what it is like, in a sentence */
  summary: string;
  variant_of?: string;
  family: string;
  kind: "race" | "duel";
  packs: number;
  cards: number;
  /** how well it races */
  race: "good" | "fair" | "poor";
  race_why: string;
  /** the values of each option, the default first. A text like `0 to 3600` stands for each whole number of that span, `current` for the year (UTC) in which the room is opened */
  options: Record<string, OptionValue[]>;
  /** whether moves can be taken back, where the room allows it */
  undo: boolean;
  /** seconds that a race lasts where the room sets no limit; 0: none */
  time_limit: number;
  progress_max: number;
  /** goes up when the rules change: which moves are legal, or what they do */
  revision: number;
  source: string;
  /** the share of deals that the bot `good` wins, 0 to 1, with default options; null: not known */
  won?: number;
  /** the moves that a deal takes the bot `good` in the mean, won or not; null: not known */
  moves?: number;
  /** the share of deals that can be won by who knows all cards, 0 to 1; null: not known */
  solvable?: number;
}

/** How good a player is: by Plackett-Luce, on a scale that begins at 1500. */
export interface Rating {
  /** what the player is worth at least, to a certainty of three times the uncertainty */
  value: number;
  /** one standard deviation; 200 before the first game */
  uncertainty: number;
  /** of how many games it was made, as far as is known */
  games: number;
  /** whether these are fewer than ten */
  provisional: boolean;
  /** with results: by how much this game has changed the value */
  change?: number;
}

/** One row of a leaderboard. */
export interface LeaderRow {
  /** equal values have equal ranks; among some players the rank among these */
  rank: number;
  player: PlayerId;
  name: PlayerName;
  value: number;
  /** races that count on this board, in its period */
  races: number;
  /** whether the value, or part of it, was counted under the rule before: bots could be beaten too, all options were on one board, and moves might be taken back. Of a rating: that it is of this game alone, from before there were ratings of families */
  old_rule: boolean;
  /** on a board of ratings: the player's as it is now; `value` is what it was after the last game that counts */
  rating?: Rating;
}

/** What a player has done in a game with the options of a board, whether it counts there or not. */
export interface OwnFigures {
  races: number;
  /** how many games were won: all cards home, or the match of a duel */
  wins: number;
  /** how often the player came before somebody, bots included, and nobody before the player */
  first: number;
  /** the best time of a race won without a move taken back */
  best_time?: Millis;
  /** the best time of a race won with moves taken back */
  best_time_undo?: Millis;
  /** the fewest moves of a race won without a move taken back */
  fewest_moves?: number;
  /** the fewest moves of a race won with moves taken back, which do not count */
  fewest_moves_undo?: number;
}

/** From when on a player's ratings are ranked on boards, and how far whoever asks is. */
export interface Ranking {
  /** on so many days (UTC) a player must have played rated games against others */
  days: number;
  /** so many different people a player must have met in them */
  people: number;
  /** days of whoever asks, `days` at most */
  own_days: number;
  /** people whom whoever asks has met, `people` at most */
  own_people: number;
}

/** Where one pile lies. A unit of x is a card's width and the gap beside it, a unit of y its height and gap. */
export interface PilePlace {
  x: number;
  y: number;
  /** degrees clockwise by which the cards are turned */
  angle: number;
  /** each further card lies this much further right */
  dx: number;
  /** and this much further down */
  dy: number;
  /** what to write on the empty place */
  label: string;
  /** a duel: the seat that owns the pile */
  owner?: number;
  /** a pile that does not lie straight: where its cards lie one by one, bottom first, measured from x and y (right, down); further cards lie on the last point. Whoever draws it leaves `dx` and `dy` aside */
  path?: ([number, number])[];
}

/** What is counted in a pile beside all its cards. */
export interface Tally {
  /** cards of this rank, 1 (ace) to 13 (king) */
  rank: number;
  /** but for the lowest cards, as many as the counter with this number says */
  above: number;
}

/** Which ranks piles take, one after the other: that depends on a card elsewhere. */
export interface Order {
  /** on top of this pile lies the card for the group's first pile, on the next for the second */
  pile: number;
  /** for each rank of that card, from the ace: the ranks, 1 to 13, in the order in which the pile takes them */
  ranks: number[][];
}

/** A group of piles that play the same part. */
export interface GroupLayout {
  id: string;
  name: string;
  kind: "foundation" | "tableau" | "reserve" | "stock" | "waste" | "discard" | "hand" | "fixed";
  places: PilePlace[];
  /** where the piles lie in a window much higher than wide, if not in the same places */
  upright?: PilePlace[];
  /** only the last so many cards are spread out, the rest is squared; 0: all are */
  tail: number;
  /** whether to show how many cards lie there */
  counted: boolean;
  /** what else to show the number of */
  tally?: Tally;
  /** by what to show the rank that each pile takes next */
  order?: Order;
}

/** An action that is not a plain move: what to call it, and where a click on the table means it. */
export interface ActionLayout {
  name: string;
  label: string;
  /** a tap on this pile means the action */
  pile?: number;
  /** the player picks cards on the table first */
  spots: boolean;
  /** a redeal: there are so many at most, of which the counter `redeals` has those that were made */
  times?: number;
}

/** All that a client needs to draw a game's table without knowing its rules. */
export interface TableLayout {
  /** their piles, in this order, are numbered from 0 through all groups */
  groups: GroupLayout[];
  actions: ActionLayout[];
  counters: string[];
  phases: string[];
}

/** One seat of a room and who sits there. */
export interface Seat {
  seat: number;
  name: PlayerName;
  /** the id of the person who sits here; null: a bot */
  player?: PlayerId;
  /** the level or kind of the bot that sits here; null: a person */
  bot?: string;
  ready: boolean;
  /** SHA-256 of the 16 bytes that this player adds to the seed of a fresh deal, once it is promised */
  nonce_hash?: Sha256;
  /** whether the player's socket is there now */
  present: boolean;
  /** stood: has given up; late: has lost the game by the clock; left: has left the match, or was away until the room was closed */
  state: "waiting" | "playing" | "stuck" | "finished" | "stood" | "late" | "left";
  progress: number;
  /** exchanges made, in the games that count them */
  penalty: number;
  /** moves made and not taken back */
  moves: number;
  /** when this racer finished or gave up, from the start */
  ended?: Millis;
  /** a person's, in the family of the room's game; null: none yet, or not read yet. In a room that is over it is the one after the game, where that was rated */
  rating?: Rating;
}

/** A run that was made before on the deal of a race. It has no seat, and counts for nothing. */
export interface Ghost {
  /** the code of the room in which it was made */
  room: string;
  /** its seat there */
  seat: number;
  name: PlayerName;
  /** the id of the person who made it; null: a bot */
  player?: PlayerId;
  /** how it ended: finished, stuck or stood */
  state: "waiting" | "playing" | "stuck" | "finished" | "stood" | "late" | "left";
  /** when that was, from the start */
  ended: Millis;
  /** each change of its progress, the deal's first: moment from the start, progress */
  steps: ([Millis, number])[];
}

/** One racer's row of the results. Equal ranks are possible. */
export interface ResultRow {
  rank: number;
  seat: number;
  name: PlayerName;
  bot?: string;
  /** a race: finished; a duel: the match was won */
  won: boolean;
  progress: number;
  penalty: number;
  /** the game's own score, where it has one */
  score?: number;
  moves: number;
  /** moves taken back */
  undone: number;
  /** when the racer finished, or reached this progress, from the start */
  time?: Millis;
  /** why this result does not count on the boards; null: it does. bot: bots and programs are on no board; daily: the deal of the day has a board of its own; unrated: the room is not rated; known_deal: the cards of this deal may have been known; fast: moves were made faster than hands can; options: these options have no board; alone: nobody else played; bots: only bots or programs were there to beat; same_place: everybody else came from the same place or browser; idle: nobody else played on: to the end of the own board, or until the last third of the race */
  why_not?: "bot" | "daily" | "unrated" | "known_deal" | "fast" | "options" | "alone" | "bots" | "same_place" | "idle";
  /** how much the spans between a person's moves differed: their standard deviation as a share of their mean, of 30 moves or more. A program that waits the same time before each move comes near 0 */
  evenness?: number;
  /** the player's after this game, in the game's family, with what the game has changed; null: it was not rated, or is not reckoned yet, which takes a moment */
  rating?: Rating;
  /** the same over all games */
  overall?: Rating;
}

/** The end of a race or duel: ranks, and what proves that the deal was fixed before the start. */
export interface Results {
  rows: ResultRow[];
  /** hex; SHA-256 of it was published as `commit` before the start */
  secret: string;
  /** hex, in seat order, an empty text for a player who sent none */
  nonces: string[];
  /** hex; the seed of the deal, see below */
  seed: string;
  /** hex; the secret of the day of a deal of the day, once that day is over */
  day_secret?: string;
}

/** The game of the room that follows. */
export interface NextGame {
  game: string;
  title: string;
  /** the seat of the player who has opened that room; null: not known */
  by?: number;
  /** how a vote chose this game; null: the player who opened the room chose it */
  vote?: "majority" | "tie";
  /** in a tie: the seat of the player whose vote decided; null: the first of the tied games was taken */
  decided?: number;
}

/** A game that is put to the vote for the room that follows. */
export interface Candidate {
  game: string;
  title: string;
  options: Record<string, OptionValue>;
  /** the seats of those who are for it, in the order in which they said so */
  votes: number[];
}

/** What a player has said last. */
export interface Said {
  seat: number;
  /** one of those of `emote`; pass over one that is not known */
  emote: string;
  /** when; what is older than some seconds is not shown any more */
  at: Millis;
}

/** One line of a running score. */
export interface Score {
  name: PlayerName;
  /** the id of the person; null: a bot */
  player?: PlayerId;
  /** the level or kind of the bot; null: a person */
  bot?: string;
  /** one for each game in which this player came first */
  points: number;
  /** how many games this player has played with the group */
  games: number;
}

/** The games that a group plays one after the other, from the second on. */
export interface Series {
  /** the number of this room's game */
  game: number;
  /** the best first; this room's game is counted once it is over. Whoever leaves the group keeps the line */
  score: Score[];
}

/** A duel's clock: whose action is awaited and until when. */
export interface Clock {
  /** null: nobody's, between two games of a match and at the end */
  seat?: number;
  /** the moment when this action times out, or null without a clock */
  deadline?: Millis;
  /** what each seat had left for the whole game when the present action began; empty without such a clock */
  remaining: (Millis | null)[];
  /** by seat, how often in succession the time for its action was up; who has acted is at 0 again */
  timeouts: number[];
}

/** All that everybody in a room may know. It is the snapshot of stream 0. */
export interface RoomState {
  code: string;
  game: string;
  title: string;
  kind: "race" | "duel";
  /** the game's options */
  options: Record<string, OptionValue>;
  rules: RoomOptions;
  phase: "lobby" | "countdown" | "running" | "finished";
  /** the seat of the person who has been here longest, without people that of a program that has joined: only the host may seat bots and send them away */
  host?: number;
  seats: Seat[];
  watchers: number;
  /** the progress that wins */
  progress_max: number;
  /** hex SHA-256 of the server's secret for this room */
  commit: string;
  /** how many countdowns were called off, and the nonces of all with each of them */
  called_off: number;
  /** with `deal` = daily the day of the deal, as `2026-11-21` */
  day?: string;
  /** hex SHA-256 of the server's secret for that day, published the day before */
  day_commit?: string;
  /** of a day's own games which this room has, see Days; null: it is an ordinary room */
  contest?: "race" | "duel";
  /** with a `contest`, soon after the cards are shown: the seats of those whose attempt at it this is, which counts; for others it is practice. null: not decided yet */
  attempts?: number[];
  /** the runs on the same deal against which this race goes */
  ghosts: Ghost[];
  /** the moment when the cards are shown */
  starts?: Millis;
  /** the moment when time is up */
  ends?: Millis;
  results?: Results;
  /** the seats of those who would go on to the next deal before all are done, see `onward` */
  onward: number[];
  /** the code of the room that follows this one */
  rematch?: string;
  /** with `rematch`: what is played there, and who has opened it */
  next?: NextGame;
  /** the games among which those who have played vote, see `propose` */
  ballot: Candidate[];
  /** the last thing that a player has said, see `emote` */
  said?: Said;
  /** the running score of the group; null in its first game */
  series?: Series;
  clock?: Clock;
  /** a duel's score in the match so far, by seat */
  match?: number[];
  /** whether the host has locked the room: nobody new takes a seat */
  locked: boolean;
  /** false while the store is away and what is played is kept in memory only. Where other servers could take the room, it is paused instead, as it is when too much waits: requests are refused with `store_down` and no clock runs */
  safe: boolean;
  /** how many changes are lost of which players had been told: with `safe` the room has gone on from before them, at a server that was started again or at another one; else it will if the server ends */
  lost: number;
  /** the moment at which all clocks stopped, while rooms are paused, else 0; when they go on, `starts`, `ends` and `clock` are told anew in the same message, as much later as the pause was long */
  paused: Millis;
}

/** A table as its receiver sees it: the snapshot of a board's stream. */
export interface TableState {
  /** bottom first; -1 is a card face down, -2 one that only the racer sees */
  piles: CardCode[][];
  /** in the layout's order; the last is the number of the phase */
  counters: number[];
}

/**
 * One board of a replay: the deal, then each step with its moment from the start in milliseconds.
 *
 * A duel has one board, with `seat` 0, both names and both hands. The boards of ghosts stand behind all others.
 */
export interface ReplayBoard {
  /** of a ghost `GHOST_SEATS` and on, in the order of the room's `ghosts` */
  seat: number;
  name: PlayerName;
  start: TableState;
  steps: ([Millis, TableEvent[]])[];
}

/**
 * The first message of a socket; answered by `welcome`. With the token of an earlier `welcome` the player is known again.
 *
 * A known player may come with another name: it is shown in rooms that are entered afterwards. On a socket that is open,
 * `rename` does the same.
 */
export interface Hello {
  type: "hello";
  id: RequestId;
  name: NewName;
  token?: string;
  /** instead of a token: the one of `ticket`, by which the same player comes in on another device, which gets a token of its own. The name stays what it is there. Small letters, blanks and hyphens do not matter */
  ticket?: string;
  /** for a program that plays: it is shown as a bot, and not counted on the boards */
  program?: BotKind;
  /** by which the page says that two players sit at one browser: what they win against each other does not count on the boards. Only a keyed hash of it is kept */
  browser?: Browser;
}

/** Asks for the catalogue; answered by `games`. */
export interface ListGames {
  type: "list_games";
  id: RequestId;
  language?: Language;
}

/**
 * Asks for the public rooms in which something goes on: somebody is there to begin, or to play on; answered by `rooms`.
 *
 * Those that can still be joined come first, then those where the most play or watch, then the newest; of many rooms the
 * list shows the first `MOST_ROOMS_LISTED`.
 */
export interface ListRooms {
  type: "list_rooms";
  id: RequestId;
}

/** Asks how a game is played; answered by `rules`. */
export interface GetRules {
  type: "get_rules";
  id: RequestId;
  game: string;
  language?: Language;
}

/** Asks for the best of a game, and for the own figures there; answered by `leaderboard`. */
export interface GetLeaderboard {
  type: "get_leaderboard";
  id: RequestId;
  game: string;
  /** `wins` of a race are its first places, of a duel the matches won; `best_time`, in milliseconds, is of races in which no move was taken back, `best_time_undo` of the others; `score`, points won, and `streak`, the most wins in a row, are of duels; `races` counts duels too */
  metric?: "wins" | "best_time" | "best_time_undo" | "races" | "score" | "streak" | "rating" | "solo_time" | "solo_moves" | "solo_streak";
  /** how many rows at most */
  count?: number;
  /** the game's own, of which each choice has its board; those not named have their defaults */
  options?: Record<string, OptionValue>;
  /** the present one: of the day, the week or the month (UTC), or ever */
  period?: "ever" | "month" | "week" | "day";
  /** family, all: the ratings in the game's family, or over all games; these are kept for ever alone */
  scope?: "game" | "family" | "all";
  /** which rows: the first, those around the own, or those of `players` */
  view?: "top" | "around" | "among";
  /** with `among`: whose rows; the own is added to them */
  players?: PlayerId[];
  /** with `top`: so many rows are passed over, as `next` has said */
  after?: number;
}

/** Opens a room and takes its first seat; answered by `joined`. */
export interface Create {
  type: "create";
  id: RequestId;
  game: string;
  /** the game's own; those not named have their defaults */
  options?: Record<string, OptionValue>;
  rules?: Partial<RoomOptions>;
}

/**
 * Enters a room by its code, or comes back to it; answered by `joined`.
 *
 * For who has not its `key` a room that is by link only (`by_link`) is no room; players who have a seat there need none while
 * the room is in use. A player who has a seat gets it again, whatever `role` says. `last` holds the last number seen of each
 * stream: what was missed follows, or a snapshot where that is smaller or the old messages are gone. On a socket that is in a
 * room already only a `join` of the same room with a `last` that is not empty is taken; with `role` = player a spectator takes
 * a seat by it.
 */
export interface Join {
  type: "join";
  id: RequestId;
  room: Code;
  role?: "player" | "spectator";
  key?: RoomKey;
  /** with `role` = spectator: only to show in passing what goes on there, or who sits there, to who may want to come in. Whoever does is not among the `watchers` */
  preview?: boolean;
  last?: Record<string, Seq>;
}

/** Leaves the room: in the lobby the seat is free again, in a race the player stands, a duel's match is lost. */
export interface Leave {
  type: "leave";
  id: RequestId;
}

/**
 * Ready or not, and the hash of a nonce that goes into the seed of a fresh deal, so that nobody alone could choose it.
 *
 * When all who sit there are ready, the countdown begins, of three seconds by default: one is enough for a race, two for a
 * duel. Nobody can take a seat any more then, nor promise another nonce; all who have promised one now send it by `reveal`.
 * Who is no longer ready until the cards are shown, or leaves, calls the countdown off: see
 * [below](#was-the-deal-fixed-beforehand) what then becomes of the nonces.
 */
export interface Ready {
  type: "ready";
  id: RequestId;
  ready?: boolean;
  /** SHA-256 of the 16 bytes of the nonce. Who sends none adds nothing to the seed, and can't tell whether the deal was chosen; of the server's own bots, and where the deal is not fresh, it means nothing */
  nonce_hash?: Sha256;
}

/**
 * While the countdown runs: the nonce whose hash came with `ready`. Who has not sent it when the countdown has run for
 * three seconds loses the seat.
 *
 * Send it only when the hashes of all who promised one stand in `seats`, with the own among them; keep them, and `commit`,
 * to compare them with the results.
 */
export interface Reveal {
  type: "reveal";
  id: RequestId;
  nonce: Nonce;
}

/** A move on the own board; answered by `step`, or by `moved` where it was made before. */
export type Play = [tag: "m", id: RequestId, move: Move];

/** Takes the own last move back; answered by `step`, or by `moved`, as a move is. */
export interface Undo {
  type: "undo";
  id: RequestId;
}

/** Gives up and keeps the progress made; in a duel, resigns the game that is played. */
export interface Stand {
  type: "stand";
  id: RequestId;
}

/** Asks the server to seat bots; only in the lobby, and only the host. They are ready by themselves. */
export interface SeatBots {
  type: "seat_bots";
  id: RequestId;
  count?: number;
  level?: "easy" | "fair" | "good";
}

/**
 * Frees the seat of a bot or of another player, whose socket is closed; only in the lobby, and only the host.
 *
 * A person stays out for `PUT_OUT_SECONDS`, and so does who else comes from the same address, unless it is the host's own or
 * they have a seat.
 */
export interface Unseat {
  type: "unseat";
  id: RequestId;
  seat: number;
}

/** Locks the room, or opens it again: nobody new takes a seat, but for bots that the host asks for; only the host. */
export interface Lock {
  type: "lock";
  id: RequestId;
  locked?: boolean;
}

/**
 * Takes another name; answered by `ok`.
 *
 * In the lobby of a room the own seat has it at once, for everybody. Once the cards are on their way the seat keeps the name
 * that it had, and the new one is shown in rooms that are entered afterwards. The server's own bots keep theirs.
 */
export interface Rename {
  type: "rename";
  id: RequestId;
  name: NewName;
}

/**
 * Asks for a way in for the same player on another device, where the seat is then taken over; answered by `ticket`.
 *
 * Any ticket that was made before is no longer good.
 */
export interface GetTicket {
  type: "get_ticket";
  id: RequestId;
}

/** Asks what the server keeps of who the player is; answered by `account`. */
export interface GetAccount {
  type: "get_account";
  id: RequestId;
}

/** Asks for the games that the player has played, the last first; answered by `history`. */
export interface GetHistory {
  type: "get_history";
  id: RequestId;
  /** `next` of the answer before */
  before?: string;
  /** how many at most */
  count?: number;
  /** of this game alone */
  game?: string;
  /** with this player among the others alone */
  against?: string;
  /** only games that were won, or that were not; null: all */
  won?: boolean;
  /** only games in which the player came first, or did not; null: all */
  first?: boolean;
}

/** Asks for what all may know of a player; answered by `player`. */
export interface GetPlayer {
  type: "get_player";
  id: RequestId;
  player: PlayerId;
}

/** Asks for the player's friends, and where they are; answered by `friends`. */
export interface ListFriends {
  type: "list_friends";
  id: RequestId;
}

/** Takes somebody for a friend, who is not told; answered by `friends`. */
export interface AddFriend {
  type: "add_friend";
  id: RequestId;
  player: PlayerId;
}

/** Takes somebody for a friend no longer; answered by `friends`. */
export interface RemoveFriend {
  type: "remove_friend";
  id: RequestId;
  player: PlayerId;
}

/** Asks for the contests of a day, and how people did in them; answered by `day`. */
export interface GetDay {
  type: "get_day";
  id: RequestId;
  /** up to today; null: today */
  day?: Day;
  /** how many rows of each board at most */
  count?: number;
  /** a player whose rows are wanted too, wherever they are on the boards */
  rival?: PlayerId;
}

/** Asks for the days of a month, and what the player has done on each; answered by `calendar`. */
export interface GetCalendar {
  type: "get_calendar";
  id: RequestId;
  /** null: the present one */
  month?: Month;
}

/**
 * Deletes the player, with all that is the player's own and the lines on boards; answered by `ok`.
 *
 * The tokens and passkeys are good for nothing any more. Not while the player has a seat in a game that is not over. Others keep
 * what they have seen: the name in their own histories, and in replays until these are forgotten.
 */
export interface DeleteMe {
  type: "delete_me";
  id: RequestId;
}

/**
 * Asks what a page gives its browser, so that it makes a passkey or uses one; answered by `passkey_options`.
 *
 * For sockets that a page has opened, at a host that has a name. Each answer of a browser wants options of its own, which are
 * good for five minutes.
 */
export interface GetPasskeyOptions {
  type: "get_passkey_options";
  id: RequestId;
  purpose: "add" | "sign_in";
}

/** Gives the player a passkey, and so an account that is known on every device that has it; answered by `account`. */
export interface AddPasskey {
  type: "add_passkey";
  id: RequestId;
  /** what `navigator.credentials.create` has returned, as JSON */
  credential: string;
  /** what to call it, as the device that has it */
  label?: string;
}

/** Takes a passkey away; answered by `account`. */
export interface RemovePasskey {
  type: "remove_passkey";
  id: RequestId;
  /** its `id` */
  passkey: string;
}

/** Shows a passkey of a player; answered by a `ticket`, by which that player says `hello` on a new socket. */
export interface SignIn {
  type: "sign_in";
  id: RequestId;
  /** what `navigator.credentials.get` has returned, as JSON */
  credential: string;
}

/**
 * Says that the player would go on to the next deal, or no longer would; answered by `ok`, and told as `onward` of the room.
 *
 * In a race it is for who is done while others still play: once two would go on, `rematch` is open to them, and then to all who
 * are done. Who races against nobody but bots needs no such word. In a duel it is for the time between two games of a match:
 * once all people would go on, the next game is dealt at once.
 */
export interface Onward {
  type: "onward";
  id: RequestId;
  onward?: boolean;
}

/**
 * After the end: opens the room that follows this one, or joins it where somebody else has opened it.
 *
 * For all who have played, from the room that they are in; answered by `joined`. Bots follow by themselves. In a race those who
 * are done may go on before the end, see `onward`; the race itself goes on without them.
 *
 * The room that follows has the same game and options, unless the chooser names another `game`. The chooser is the host; while
 * the host is away, the person on the lowest seat who is here. During a vote (see `propose`) only the chooser may open the room
 * before everybody has voted, and it gets the game that leads.
 */
export interface Rematch {
  type: "rematch";
  id: RequestId;
  /** another game to go on with, from the chooser alone; null: the same, or the one voted for */
  game?: string;
  /** the options of that `game`; those that are absent get their defaults */
  options?: Record<string, OptionValue>;
}

/**
 * After the end: puts games to the vote for the room that follows; answered by `ok`, and told as `ballot` of the room.
 *
 * From the chooser alone, see `rematch`. Two or three games begin a vote, in place of any vote before; none calls it off. Once
 * all people who are here have voted, everybody may send `rematch`, and the game with the most votes is played. Among games
 * with equally many votes the one that the chooser has voted for is played, else the first of them.
 */
export interface Propose {
  type: "propose";
  id: RequestId;
  games: Candidacy[];
}

/**
 * Says one of a fixed set of faces and phrases to all in the room; answered by `ok`, and told as `said` of the room.
 *
 * For those who have a seat, at any time. A player may say three at once and then one every three seconds, all players of a room
 * together eight at once and two a second; more is refused with `too_fast`. It stands in no log: a server that takes the room up
 * has forgotten it.
 */
export interface SayEmote {
  type: "emote";
  id: RequestId;
  emote: "wave" | "clap" | "laugh" | "wow" | "think" | "sad" | "good_luck" | "well_played" | "good_game" | "close" | "oops" | "thanks" | "one_more" | "sorry";
}

/** Votes for one of the games in the `ballot`; answered by `ok`. The last vote counts. */
export interface Vote {
  type: "vote";
  id: RequestId;
  /** its place in the `ballot`, from 0 */
  choice: number;
}

/**
 * Opens a room for a race alone, on the deal of a race that is over, against runs that were made on it; answered by `joined`.
 *
 * Several runs must be of one deal. Those of today's deal of the day may be raced by who has made the own attempt at it. The
 * race counts for nothing.
 */
export interface RaceGhosts {
  type: "race_ghosts";
  id: RequestId;
  runs: Run[];
}

/** After the end: asks for every board from deal to end; answered by `replay`. */
export interface GetReplay {
  type: "get_replay";
  id: RequestId;
  room: Code;
  /** as in `join` */
  key?: RoomKey;
}

/** After the end: asks for the same as a compact text of moves; answered by `replay_text`. */
export interface GetReplayText {
  type: "get_replay_text";
  id: RequestId;
  room: Code;
  /** as in `join` */
  key?: RoomKey;
}

/** Asks for the server's clock; answered by `pong`. */
export interface Ping {
  type: "ping";
  id: RequestId;
}

export type ClientMessage =
  | Hello
  | ListGames
  | ListRooms
  | GetRules
  | GetLeaderboard
  | Create
  | Join
  | Leave
  | Ready
  | Reveal
  | Play
  | Undo
  | Stand
  | SeatBots
  | Unseat
  | Lock
  | Rename
  | GetTicket
  | GetAccount
  | GetHistory
  | GetPlayer
  | ListFriends
  | AddFriend
  | RemoveFriend
  | GetDay
  | GetCalendar
  | DeleteMe
  | GetPasskeyOptions
  | AddPasskey
  | RemovePasskey
  | SignIn
  | Onward
  | Rematch
  | Propose
  | SayEmote
  | Vote
  | RaceGhosts
  | GetReplay
  | GetReplayText
  | Ping;

/** Answers `hello`. The token is the secret of the player on this device: whoever shows it is this player. */
export interface Welcome {
  type: "welcome";
  re: RequestId;
  player: string;
  name: PlayerName;
  token: string;
  /** version of the server */
  server: string;
  /** the server's clock */
  now: Millis;
}

/**
 * Answers `get_ticket` and `sign_in`. With the ticket one `hello` is said, and soon: it is a secret like the token, for a
 * short time.
 */
export interface Ticket {
  type: "ticket";
  re: RequestId;
  /** `TICKET_LENGTH` characters in groups of four, as `ABCD-EFGH-JKLM` */
  ticket: string;
  /** for so long it is taken */
  seconds: number;
}

/** Answers `get_account`, `add_passkey` and `remove_passkey`. */
export interface Account {
  type: "account";
  re: RequestId;
  player: PlayerId;
  name: PlayerName;
  /** the first added first; a player who has one has an account */
  passkeys: PasskeyInfo[];
}

/** Answers `get_history`. */
export interface History {
  type: "history";
  re: RequestId;
  games: HistoryRow[];
  /** for `before` of the next question; empty: there are no more. Where few fit what was asked for, fewer may come than `count`, and more with the next */
  next: string;
}

/** Answers `get_player`. */
export interface PlayerPage {
  type: "player";
  re: RequestId;
  player: PlayerId;
  name: PlayerName;
  /** over all games first, then of those played most */
  figures: Figures[];
  /** how the ratings went, the oldest first */
  curve: CurvePoint[];
  /** whether the player who asks has taken this one for a friend */
  friend: boolean;
  /** how the player who asks has done against this one */
  against?: HeadToHead;
  /** to the player alone: how it went against others, those met last first, a hundred at most */
  met: HeadToHead[];
}

/** Answers `list_friends`, `add_friend` and `remove_friend`. */
export interface Friends {
  type: "friends";
  re: RequestId;
  /** the first added first */
  friends: Friend[];
}

/** Answers `get_day`. */
export interface DayTold {
  type: "day";
  re: RequestId;
  day: Day;
  today: Day;
  /** the moment at which the day begins */
  begins: Millis;
  /** that at which it is over and the next begins: an attempt counts that is over by then */
  ends: Millis;
  /** SHA-256 of the day's secret; null: there was none */
  commit?: Sha256;
  /** hex; the secret itself, once the day is over */
  secret?: string;
  /** the race, then the duel */
  contests: DayContest[];
}

/** Answers `get_calendar`. */
export interface Calendar {
  type: "calendar";
  re: RequestId;
  month: Month;
  today: Day;
  /** the first day that had contests */
  first: Day;
  /** all days of the month, also those that come */
  days: CalendarDay[];
  streaks: DayStreak[];
}

/** Answers `get_passkey_options`. */
export interface PasskeyOptions {
  type: "passkey_options";
  re: RequestId;
  /** JSON for `PublicKeyCredential.parseCreationOptionsFromJSON`, or `parseRequestOptionsFromJSON` to sign in */
  options: string;
}

/** Answers a request that has nothing else to say. */
export interface Ok {
  type: "ok";
  re: RequestId;
}

/** Answers `ping`. */
export interface Pong {
  type: "pong";
  re: RequestId;
  /** the server's clock */
  now: Millis;
}

/**
 * Says why a request, or a message that was none, was refused. Nothing has changed by it.
 *
 * Without `re` it answers a frame in which no id could be read, or tells that the room was closed (`unknown_room`),
 * or is paused while the store is away (`store_down`): then no clock runs until an `update` of `paused` says so. With
 * `busy` and without `re` it tells that the room's server does not answer just now; the next message withdraws that.
 */
export interface Error {
  type: "error";
  re?: RequestId;
  code: ErrorCode;
  /** a sentence: what was wrong, with which value, and what to do */
  message: string;
  /** whether the same request may succeed later */
  retry: boolean;
  /** the seconds after which it may, where that is known */
  wait?: number;
  /** with `illegal_move`: the rule that forbids the move */
  rule?: BrokenRule;
}

/** Answers `list_games`: the catalogue, games that race well first. */
export interface Games {
  type: "games";
  re: RequestId;
  games: GameInfo[];
}

/** Answers `list_rooms`. */
export interface Rooms {
  type: "rooms";
  re: RequestId;
  rooms: ListedRoom[];
  /** the games that have been played most at this server lately, the first of them first, eight at most */
  played: string[];
}

/** Answers `get_rules`: how the game is played, for a player. */
export interface Rules {
  type: "rules";
  re: RequestId;
  game: string;
  title: string;
  /** paragraphs with an empty line between them; `**` stands around what is emphasised */
  text: string;
  /** that of the text: English where there is none in the language asked for */
  language: Language;
  source: string;
}

/** Answers `get_leaderboard`. */
export interface Leaderboard {
  type: "leaderboard";
  re: RequestId;
  game: string;
  metric: string;
  rows: LeaderRow[];
  period: "ever" | "month" | "week" | "day";
  scope: "game" | "family" | "all";
  view: "top" | "around" | "among";
  /** how many players are on the board */
  total: number;
  /** with `top`: the `after` of the rows that follow; null: these are the last */
  next?: number;
  /** the own row, wherever on the board it is; null: the player who asks is not on it */
  mine?: LeaderRow;
  /** the options of this board that differ from the defaults */
  options: Record<string, OptionValue>;
  /** the same of the game's boards that hold results, those with the most races first, fifty at most */
  boards: (Record<string, OptionValue>)[];
  /** those of the player who asks */
  own: OwnFigures;
  /** of a board of ratings: from when on a rating stands there, as a new one may be made up */
  ranking?: Ranking;
}

/** Answers `create`, `join` and `rematch`. Snapshots or missed messages of each stream follow. */
export interface Joined {
  type: "joined";
  re: RequestId;
  room: Code;
  role: "player" | "spectator";
  /** the own seat, for a player */
  seat?: number;
  layout: TableLayout;
  /** the server's clock */
  now: Millis;
  /** to who opens a room that is by link only, or a rematch of one, which has the same: its key, for the link */
  key?: RoomKey;
}

/** The whole of stream 0 up to its number. */
export interface RoomSnapshot {
  type: "room";
  seq: Seq;
  state: RoomState;
}

/** The whole of a board's stream up to its number. */
export interface BoardSnapshot {
  type: "board";
  stream: Stream;
  seq: Seq;
  table: TableState;
}

/**
 * What changed on a board: events to apply in order. It also says how far the racer is now whose board it is.
 *
 * `change`: a number says by how much `moves` of that racer has grown, 1 after a move, -1 after one that was taken back,
 * 0 where no move was made; a `Standing` takes the place of the racer's standing. In a duel it is 0.
 */
export type Delta = [tag: 1, stream: Stream, seq: ShortSeq, change: Change, ...events: TableEvent[]];

/**
 * Answers a move, or one taken back: the message `seq` of the own board's stream, and how the list of legal moves has
 * changed by it.
 *
 * `change` is as in a delta. `gone`: the places, from 0 and ascending, of the moves that are no longer legal in the list as it
 * was; those of `added` come behind what is left of it. `undo` is as in `moved`.
 */
export type Step = [tag: 2, re: number, seq: ShortSeq, change: Change, gone: number[], added: Move[], undo: boolean, ...events: TableEvent[]];

/**
 * To the owner of a board alone: all legal moves after the board's message `seq`. `re` is 0 where nobody asked.
 *
 * `undo`: whether the last move can be taken back. No moves and no undo: nothing is left to do, or the other is to play.
 */
export type Moved = [tag: 3, re: number, seq: ShortSeq, moves: Move[], undo?: boolean];

/**
 * How far racers are: the standings of some of them, as they are now. It is part of no stream.
 *
 * A racer who is stuck has no legal move left, and may undo or give up.
 */
export type Progress = [tag: 4, ...lines: Standing[]];

/**
 * A message of stream 0: whatever else changes in a room. Fields that are absent stay as they were.
 *
 * They are those of [RoomState](#roomstate). When nobody sits on the host's seat any more, or a bot, there is no host
 * until an update names one. When a countdown is called off, `phase` is `lobby` again, and `starts` means nothing.
 */
export interface RoomUpdate {
  type: "update";
  seq: Seq;
  /** all seats, when who sits where or how has changed */
  seats?: Seat[];
  host?: number;
  phase?: "lobby" | "countdown" | "running" | "finished";
  called_off?: number;
  starts?: Millis;
  ends?: Millis;
  watchers?: number;
  attempts?: number[];
  results?: Results;
  onward?: number[];
  rematch?: string;
  next?: NextGame;
  ballot?: Candidate[];
  said?: Said;
  series?: Series;
  clock?: Clock;
  match?: number[];
  locked?: boolean;
  safe?: boolean;
  lost?: number;
  paused?: Millis;
}

/** Answers `get_replay`. */
export interface Replay {
  type: "replay";
  re: RequestId;
  state: RoomState;
  layout: TableLayout;
  boards: ReplayBoard[];
  /** each change of a seat's progress in the order in which they were made, the deal's first: moment from the start, seat, progress */
  progress: ([Millis, number, number])[];
}

/** Answers `get_replay_text`. */
export interface ReplayText {
  type: "replay_text";
  re: RequestId;
  /** who has played which moves on which deal, and when: API.md has the notation */
  text: string;
}

export type ServerMessage =
  | Welcome
  | Ticket
  | Account
  | History
  | PlayerPage
  | Friends
  | DayTold
  | Calendar
  | PasskeyOptions
  | Ok
  | Pong
  | Error
  | Games
  | Rooms
  | Rules
  | Leaderboard
  | Joined
  | RoomSnapshot
  | BoardSnapshot
  | Delta
  | Step
  | Moved
  | Progress
  | RoomUpdate
  | Replay
  | ReplayText;
