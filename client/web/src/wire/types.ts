// The messages of the protocol. Written by `python -m cadogan_protocol.generate` from the models in
// protocol/cadogan_protocol: change those, not this file. protocol/PROTOCOL.md explains them.

/** The version of the protocol. */
export const VERSION = 2;

/** The WebSocket subprotocol of binary frames in msgpack. */
export const SUBPROTOCOL_MSGPACK = "cadogan.2.msgpack";

/** The WebSocket subprotocol of text frames in JSON. */
export const SUBPROTOCOL_JSON = "cadogan.2.json";

/** Subprotocols of earlier versions. A client that offers no other gets an explanation and the close code 4001. */
export const OUTDATED = ["cadogan.1.msgpack", "cadogan.1.json"];

/** The largest message a client may send, in bytes. */
export const MAX_MESSAGE_BYTES = 16384;

/** The longest name of a player, in characters. */
export const MAX_NAME = 24;

/** The largest number of seats in a race. */
export const MAX_RACERS = 64;

/** The largest number of bots that one request may seat. */
export const MAX_BOTS = 8;

/** Letters of a room's code, without those that look alike (I, O, 0, 1). */
export const CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Characters in a room's code. */
export const CODE_LENGTH = 6;

/** Random bytes in the key of a room by link only. */
export const KEY_BYTES = 8;

/** Characters of a ticket, from the alphabet of codes: 60 random bits. */
export const TICKET_LENGTH = 12;

/** Lifetime of a ticket in seconds. */
export const TICKET_SECONDS = 300;

/** The longest line of chat, in characters. */
export const MOST_CHAT = 200;

/** The lines of a room's chat that are shown to a player who comes in: the last ones. */
export const CHAT_KEPT = 50;

/** The largest number of a player's friends. */
export const MOST_FRIENDS = 200;

/** Seconds for which a friend's invitation holds. */
export const INVITATION_SECONDS = 120;

/** The smallest number of a player's last games that are kept. */
export const MOST_HISTORY = 10000;

/** The largest number of a player's passkeys. */
export const MOST_PASSKEYS = 10;

/** The longest answer of a browser's passkey, in characters. */
export const MAX_CREDENTIAL = 8192;

/** The longest address of a device at a push service, in characters. */
export const MAX_ENDPOINT = 1024;

/** The largest number of a player's devices to which news is sent. */
export const MOST_PUSH_DEVICES = 8;

/** Time in seconds during which a player who was put out stays out, and everybody else from the same address. */
export const PUT_OUT_SECONDS = 600;

/** The average number of messages that one socket may send in a second. This limit and the following ones are a server's defaults. */
export const MESSAGES_PER_SECOND = 50;

/** The number of messages that one socket may send at once after a quiet time. */
export const MESSAGE_BURST = 200;

/** The number of invalid or too fast messages in a row after which a socket is closed. */
export const MOST_BAD = 50;

/** The time in seconds within which a new socket must send its `hello`. */
export const HELLO_SECONDS = 10;

/** The number of sockets that one address may hold. In IPv6 a network of 64 bits counts as one address. */
export const SOCKETS_PER_ADDRESS = 256;

/** The number of unfinished rooms that may have been opened from one address. */
export const ROOMS_PER_ADDRESS = 50;

/** The largest number of rooms in a list of the public rooms. */
export const MOST_ROOMS_LISTED = 200;

/** The largest number of games in one vote. */
export const MOST_CANDIDATES = 3;

/** The largest number of lines in a running score: present players come first, then those with the most points. */
export const MOST_SCORES = 64;

/** The most correspondence duels that a player has running, those in lobbies included. */
export const MOST_CORRESPONDENCE = 30;

/** The most days for each turn of a correspondence duel. */
export const MOST_DAYS = 7;

/** Characters of the ids of a series' games, with a blank behind each. */
export const MOST_GAMES_TEXT = 369;

/** The points of a race of a series for the first places; further places get none. */
export const SERIES_POINTS = [10, 7, 5, 4, 3, 2, 1];

/** After a race of a series, the next one is called after these seconds at the latest. */
export const SERIES_PAUSE_SECONDS = 60;

/** Seconds for which the lobby of the next race of a series waits for expected players to be ready. */
export const SERIES_WAIT_SECONDS = 10;

/** The largest number of ghosts in one race. */
export const MOST_GHOSTS = 4;

/** The largest number of moves that `play_from` adds to those of a replay. */
export const MOST_PLAYED_ON = 1000;

/** The number of the first ghost's board in a replay, where other boards have the number of their seat. */
export const GHOST_SEATS = 100;

/** The number of days (UTC) on which a player must have played rated games against others before a rating is ranked. */
export const RANKED_DAYS = 3;

/** The number of different people a player must have met in rated games before a rating is ranked. */
export const RANKED_PEOPLE = 5;

/** The number of games below which a rating is provisional: it says little yet. */
export const PROVISIONAL_GAMES = 10;

/** The largest number of players that are compared with each other on a board. */
export const MOST_COMPARED = 200;

/** The number of ids of each player's requests that a room remembers: the highest ones that were carried out. */
export const REQUESTS_KEPT = 64;

/** Characters of a tournament's title. */
export const MOST_TOURNAMENT_TITLE = 60;

/** Characters of a tournament's text. */
export const MOST_TOURNAMENT_TEXT = 500;

/** The largest number of players up to which bots fill a tournament. */
export const MOST_FILLED = 128;

/** The largest number of a game or round of a tournament that may be asked for. */
export const MOST_GAME_NUMBER = 1000000;

/** The most lines of one answer about a tournament. */
export const STANDINGS_PAGE = 100;

/** Characters of a club's name. */
export const MOST_CLUB_NAME = 40;

/** Characters of a club's text. */
export const MOST_CLUB_TEXT = 1000;

/** The largest number of a club's members. */
export const MOST_MEMBERS = 500;

/** The largest number of players who wait for a club's approval. */
export const MOST_ASKING = 50;

/** The most lines of the table of a season. People who have left keep theirs, so there may be more than members. */
export const MOST_SEASON_LINES = 1000;

/** The most points of a club's season for one game among members: one for each member who is left behind. */
export const MOST_RIVAL_POINTS = 3;

/** The points of a club's season for the first places of a tournament of the club; everybody else who played gets one. */
export const CLUB_PLACES = [10, 7, 5, 4, 3, 2, 1];

/** The seasons of a club whose tables are kept, besides the present one. */
export const SEASONS_KEPT = 8;

/** Seconds to come to the table. Later a player has lost a tournament's game, or the seat in a game that the server has matched. */
export const NO_SHOW_SECONDS = 60;

/** Seconds that a player may be away from a running game that the server has matched, or a tournament. Later the player gives up. */
export const AWAY_SECONDS = 60;

/** Seconds after which a player who could act in such a game is warned. */
export const STALL_WARNING_SECONDS = 120;

/** Seconds after which a player who could act in such a game gives up. */
export const STALL_SECONDS = 180;

/** The stream of the room itself: seats, phase, clock, results. */
export const ROOM = 0;

/** The stream of the first board as its player sees it: BOARDS + seat. */
export const BOARDS = 1;

/** The stream of a duel as spectators see it. */
export const SPECTATORS = 3;

/** The stream of the first board of a fairly watched race as everybody except its racer sees it: OTHERS + seat. */
export const OTHERS = 65;

/** Frequent messages carry their number in its stream modulo this, so that it takes one byte. */
export const SEQ_SPAN = 128;

/** A card whose face the receiver may not see. */
export const HIDDEN = -1;

/** A card that lies face up for its board's racer. Others see it when all racers have seen it. */
export const VEILED = -2;

/** The largest number of spots of an action. */
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

/** A counter has a new value. */
export const COUNTED = 5;

/** The first item of each message that is an array. */
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
  | "unknown_tournament"
  | "unknown_club"
  | "not_member"
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
  | "too_many_duels"
  | "no_bots"
  | "not_finished"
  | "log_lost"
  | "store_down"
  | "internal";

/** True if the same request may succeed later. */
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
  unknown_tournament: false,
  unknown_club: false,
  not_member: false,
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
  too_many_duels: false,
  no_bots: true,
  not_finished: false,
  log_lost: false,
  store_down: true,
  internal: true,
};

/** The reason why the server closed a socket. */
export const CloseCode = {
  /** The server stops, restarts or can't reach its store: come back in a moment, perhaps to another server. */
  GOING_AWAY: 1001,
  /** Frames that the standard of WebSocket forbids: a library would not send them. */
  PROTOCOL_ERROR: 1002,
  /** A text frame that is not UTF-8. */
  NOT_UTF8: 1007,
  /** A message was over the size limit: do not send it again. */
  TOO_BIG: 1009,
  /** A player's socket fell too far behind: come back, nothing is lost. */
  TOO_SLOW: 4000,
  /** Too many bad or too fast messages in a row, or an outdated protocol: fix the client first. */
  TOO_MANY_ERRORS: 4001,
  /** This address, or the server, has too many connections: close some, then come back. */
  TOO_MANY_SOCKETS: 4002,
  /** The same player came in through another socket: this one is done. */
  REPLACED: 4003,
  /** The first message was not `hello`, or none came in time. */
  NO_HELLO: 4004,
  /** This player's seat was freed, usually by the host: the reason says more. Do not join again automatically; a person may want to, after a while. */
  UNSEATED: 4005,
  /** This player's seat was freed because the promised nonce did not come in time, or because the next race of a series began and the player was not ready. Do not join again automatically; a person may want to, at once. */
  WITHHELD: 4006,
  /** The operator of the server has banned this player or address: the reason says until when, and why. */
  BANNED: 4007,
  /** The server is being renewed, and another one has the room already: come back at once, nothing is lost. */
  RENEWED: 4008,
} as const;

/** True if a client should reconnect automatically after this close code. After any other code it may. */
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

/** Any other action: its name, and its spots. */
export type ActionMove = [action: string, ...spots: Spot[]];

/** The id of a request: 1 to 2147483647, chosen by the client. */
export type RequestId = number;

/** A room's code, 4 to 12 characters; small letters are taken as capitals. */
export type Code = string;

/** The key in the link of a room by link only: 11 letters, digits, - and _. */
export type RoomKey = string;

/** 16 random bytes as 32 hex digits, in small letters. */
export type Nonce = string;

/** 16 random bytes as 32 hex digits, in small letters; a browser keeps them. */
export type Browser = string;

/** A SHA-256 as 64 hex digits, in small letters. */
export type Sha256 = string;

/** A day (UTC), such as `2026-11-21`. */
export type Day = string;

/** A month (UTC), such as `2026-11`. */
export type Month = string;

/** A language by its two small letters of ISO 639-1, such as `de`. */
export type Language = string;

/** The kind of a bot: 1 to 24 small letters, digits and _, a letter first. */
export type BotKind = string;

/** The number of a stream, see Streams. */
export type Stream = number;

/** The number of a message in its stream. */
export type Seq = number;

/** The number of a message in its stream, modulo 128, see Streams. */
export type ShortSeq = number;

/** A racer's standing: `[seat, progress, moves, state, penalty, ended]`, the fields of the [Seat](#seat), where `state` is 0 playing, 1 stuck, 2 finished, 3 stood, 4 late, 5 left. At the end, 0 and null are left out after `moves`. */
export type Standing = [seat: number, progress: number, moves: number, state?: number, penalty?: number, ended?: Millis];

/** The change of a racer's standing by a change of the board: the increase of `moves` as a whole number, or the whole `Standing` if more has changed. */
export type Change = number | Standing;

/** Milliseconds. A moment counts from 1970-01-01 UTC by the server's clock. A span, in the fields that say so, counts from the start of the race. */
export type Millis = number;

/** The public id of a player: 1 to 64 letters, digits, - and _. */
export type PlayerId = string;

/** 1 to 24 visible characters; blanks around it are removed, and several blanks within become one. */
export type PlayerName = string;

/** A `PlayerName` that may be chosen: a character of it carries at most two accents of a kind and four marks in all, besides those that form one Unicode character with their letter. */
export type NewName = string;

/** A card, see Cards. */
export type CardCode = number;

/** The index of a pile in the table's list of piles, from 0. */
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

/** The options of a room. The game's own options are separate, in `options` of the room. */
export interface RoomOptions {
  /** fresh: a deal that nobody has seen; winnable: a fresh deal of a race that is proved winnable; numbered: the deal of that number, which anybody may know; daily: today's deal (UTC), see Days; again: the deal of a finished race, only by `race_ghosts` and `play_from`. A duel is always fresh, except for that of the day, and so is a shared table */
  deal: "fresh" | "winnable" | "numbered" | "daily" | "again";
  /** the deal's number, with `deal` = numbered: up to 999999999 with `numbering` = cadogan, up to 2147483647 with `numbering` = microsoft, up to 9007199254740991 with `numbering` = pysol */
  number?: number;
  /** whose number it is, with `deal` = numbered. cadogan: one of this server's own, in any race; microsoft: one of Microsoft's FreeCell; pysol: one of PySolFC's. A game lists those of the world in its `numberings`: the same number deals the same cards as there */
  numbering: "cadogan" | "microsoft" | "pysol";
  /** seconds from the start to the end of a race or of a match at a shared table; in a duel, the time of each player for a whole game; 0: no limit */
  time_limit: number;
  /** which moves may be taken back, in games with undo; covered: only those that have turned up no card and shuffled nothing since. In a rated room `free` becomes `covered` */
  undo: "free" | "covered" | "none";
  /** true if a client may offer hints */
  hints: boolean;
  /** true if the server tells racers who ask whether their boards can still be won, and a move that wins, which tells them about hidden cards, see `get_advice`. Such a room is not rated, and its runs are no ghosts; not with the deal of the day */
  advice: boolean;
  /** true if the first finish ends the race; else all may play on */
  sudden_death: boolean;
  /** who may watch while it runs; after the end anybody may. fair: anybody, but in a race a card is shown only when all remaining racers have seen it. live: everything that racers see, in a room that is not public. A race with live spectators is not rated, nor one whose delay is no longer than its time limit. A duel shows no hand while it runs, whatever this says */
  spectators: "fair" | "live" | "delayed" | "none";
  /** the delay of spectators in seconds, with `spectators` = delayed */
  delay: number;
  /** true if results of people on a fresh deal count on the leaderboards, see Boards; a room with another deal, which some may know, opens with false */
  rated: boolean;
  /** true if the room is in the list of rooms */
  public: boolean;
  /** true if only the link, which has a `key` beside the code, lets people in; not with `public` */
  by_link: boolean;
  /** with `by_link`: the players may write free text to each other from the start, see `set_chat` */
  chat: boolean;
  /** the number of seats of a race, or of a shared table, which has as many as its game takes (`fewest` and `most` of a `GameInfo`); a duel always has two */
  seats: number;
  /** a correspondence duel: the days for each turn, 1 to 7, see Correspondence; null: all are played at one sitting. A turn is everything that a player does until it is the other's turn. `time_limit` and the game's `move_seconds` become 0, and `target` must be 0 */
  days_per_turn?: number;
  /** a duel: the match goes to this score; 0: a single game */
  target: number;
  /** the room begins a series of this many races, 3 to 9, see Series; 0: a single race */
  races: number;
  /** with `races`: the ids of the games with blanks between them, the room's own first, and one for each race; empty: a mixed series, whose further games are drawn from the seed of its first race */
  games: string;
  /** the tournament to which the room's game belongs; empty: none. Only the server opens such a room. Everybody is told `private` instead of the id of a private one, the way in; `joined` tells its players the id */
  tournament: string;
  /** true if the server has brought its players together, see `seek`: a player who is not there and ready within a minute is put out, and one who is away for a minute or could act and does nothing for three gives up. Only the server opens such a room */
  matched: boolean;
}

/** A picture of playing cards' motifs, in place of one that would have to be looked at before others see it. */
export interface Emblem {
  motif: "spade" | "heart" | "diamond" | "club" | "crown" | "star" | "moon" | "tower";
  ground: "green" | "blue" | "wine" | "slate" | "gold" | "plum" | "ivory" | "black";
  figure: "green" | "blue" | "wine" | "slate" | "gold" | "plum" | "ivory" | "black";
}

/**
 * The terms of a tournament.
 *
 * In an arena players who wait are paired again and again until its time is up: a win counts 2 points and a draw 1;
 * after two wins in a row each game counts double, until one is not won. In a Swiss tournament all play in every round, against
 * somebody with as many points: 2 for a win or a bye, 1 for a draw. In a knockout the loser is out; a drawn game goes
 * to the better seed.
 */
export interface TournamentTerms {
  kind: "arena" | "swiss" | "knockout";
  /** the game's id; it must be one that two can play */
  game: string;
  /** the options of the game; options not named have their defaults */
  options: Record<string, OptionValue>;
  /** empty: a title made of kind and game */
  title: string;
  /** what the host says about it */
  text: string;
  /** an arena: minutes from the start to the last pairing, 20 to 90; else 0 */
  minutes: number;
  /** Swiss: the rounds, 3 to 11; 0: as many as its players need; else 0 */
  rounds: number;
  /** seconds for a game, as in the options of a room */
  time_limit: number;
  /** true if it is in no list: only people who have its link may enter */
  private: boolean;
  /** the level of the bots of this server that fill it; empty: none */
  bots: "" | "easy" | "fair" | "good" | "master";
  /** its own picture; null: none */
  emblem?: Emblem;
  /** the club for whose members alone it is; empty: none. Such a tournament is in no list but the club's, and its results count there, see `club_season`. Only officers of the club may open one. Nobody is told a club by link */
  club: string | "";
  /** bots enter at the start until this many take part */
  fill: number;
}

/** The terms of a club. */
export interface ClubTerms {
  name: string;
  /** what the club says about itself; empty in a list */
  text: string;
  emblem: Emblem;
  /** open: anybody may join; approval: officers decide; link: the club is in no list, and everybody who has its link may join. A club by link stays one, and no other becomes one */
  entry: "open" | "approval" | "link";
}

/** A proposed game. */
export interface Candidacy {
  game: string;
  options: Record<string, OptionValue>;
}

/** A run in a finished race. */
export interface Run {
  room: Code;
  /** as in `join` */
  key?: RoomKey;
  /** null: the player's own seat, else that of the winner */
  seat?: number;
}

/** One passkey of a player. */
export interface PasskeyInfo {
  id: string;
  /** the player's name for it */
  label: string;
  added: Millis;
  /** the moment of its last use */
  used: Millis;
}

/** Another player in a finished game. */
export interface HistoryPlayer {
  player: PlayerId;
  /** the name at that time */
  name: PlayerName;
  /** the level or kind of a bot; null: a person */
  bot?: string;
  rank: number;
  /** true if they played on the same side */
  partner: boolean;
}

/** The tournament that a finished game belonged to. */
export interface PastTournament {
  kind: "arena" | "swiss" | "knockout";
  /** the host's title; empty: none */
  title: string;
  /** its id; null: it was private */
  id?: string;
}

/** A finished game of a player. */
export interface HistoryRow {
  /** the position of the row, as in `before` of `get_history` */
  id: string;
  /** the room's code */
  room: string;
  game: string;
  /** the game's options */
  options: Record<string, OptionValue>;
  /** the room's options */
  rules: RoomOptions;
  kind: "race" | "duel" | "shared";
  /** the moment of its end */
  at: Millis;
  rank: number;
  /** the number of players, or of sides if partners played together */
  of: number;
  /** true if the game itself was won: in a race, all cards came home; else, the match */
  won: boolean;
  /** true if the player came in ahead of somebody and behind nobody, whether the game was won or not */
  first: boolean;
  /** the same as `won`, for clients that do not know `first` */
  home: boolean;
  /** as in the results */
  time?: Millis;
  undone: number;
  moves: number;
  progress: number;
  progress_max: number;
  score?: number;
  /** the reason why it does not count on the boards; null: it does */
  why_not?: "bot" | "daily" | "unrated" | "known_deal" | "fast" | "options" | "alone" | "bots" | "same_place" | "idle" | "called_off" | "elsewhere";
  /** in the order of their ranks, at most 24 */
  others: HistoryPlayer[];
  /** true if its replay is kept and open to everybody with the room's code */
  replay: boolean;
  /** true if its replay is kept: the player may watch it by the room's code, and others too, with the room's key if the room is by link only */
  own_replay: boolean;
  /** the number of the race in its series of `rules.races`, from 1; 0: it was in no series */
  race: number;
  /** null: it belonged to none, or that is not known */
  tournament?: PastTournament;
}

/** A correspondence duel of a player that is not over. */
export interface RunningDuel {
  /** the room's code */
  room: string;
  game: string;
  /** the days for each turn */
  days: number;
  /** null: nobody has come yet */
  opponent?: PlayerName;
  /** the id of the opponent */
  player?: PlayerId;
  /** true if it is the player's turn */
  turn: boolean;
  /** the moment at which the turn ends, whosever it is; null: the game has not begun */
  deadline?: Millis;
  /** true if `resign` calls the game off, because the opponent has not acted yet */
  calls_off: boolean;
}

/** A friend's invitation to a room. */
export interface Invitation {
  player: PlayerId;
  name: PlayerName;
  /** the room's code */
  room: string;
  /** the room's key, if it is open by its link only */
  key?: string;
  game: string;
  title: string;
  /** the moment of the invitation */
  at: Millis;
  /** of a correspondence duel the days for each turn; this invitation holds until it is accepted, declined by `decline_invitation`, or withdrawn, others two minutes */
  days?: number;
}

/**
 * A player's figures in a game with some options, or in all.
 *
 * Games that were not rated, whose deal may have been known, or that were faster than hands can be, are in the history
 * alone.
 */
export interface Figures {
  /** empty: over all games */
  game: string;
  /** those that differ from the defaults; null: any options without a board */
  options?: Record<string, OptionValue>;
  played: number;
  /** the number of games won, as in the history, including those against bots and alone */
  won: number;
  /** the number of first places, as in the history, including those against bots */
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
  /** the current number of wins in a row */
  streak: number;
  /** the longest number of wins in a row */
  longest: number;
  /** the moment of the last game */
  last: Millis;
}

/** A rating after a game. */
export interface CurvePoint {
  at: Millis;
  /** the family of the games; empty: over all games */
  family: string;
  value: number;
}

/** A player's results against another, in games that count in the figures. */
export interface HeadToHead {
  /** the other player */
  player: PlayerId;
  name: PlayerName;
  played: number;
  /** the number of games in which the player came in before the other, won or not */
  won: number;
  /** the number of games in which the player came in behind the other */
  lost: number;
  last: Millis;
}

/** A room in the list of rooms. */
export interface ListedRoom {
  code: string;
  game: string;
  title: string;
  kind: "race" | "duel" | "shared";
  phase: "lobby" | "countdown" | "running" | "finished";
  players: string[];
  seats: number;
  watchers: number;
  spectators: "fair" | "live" | "delayed" | "none";
  /** true if nobody new takes a seat */
  locked: boolean;
}

/** A friend of a player. */
export interface Friend {
  player: PlayerId;
  name: PlayerName;
  /** true if the player still exists */
  known: boolean;
  /** true if each is a friend of the other */
  mutual: boolean;
  /** true if a mutual friend has asked for friends within the last minute, and is still connected */
  online: boolean;
  /** the room in which the friend sits now: a public one, or, for a mutual friend, one that can be joined by its code */
  room?: ListedRoom;
}

/** The findings of the server's solver in the row of deals that a seed gives, see "Was the deal fixed beforehand?". */
export interface DealProof {
  /** the number of the deal, the first that was won; null: none was in time, so deal 0 was dealt */
  number?: number;
  /** the budget for each deal, in positions */
  nodes: number;
  /** the solver's revision; another one may find another number */
  revision: number;
  /** the positions that the solver went through to win the deal; 0: not known */
  effort: number;
}

/** An attempt at a contest of a day. */
export interface DayRow {
  /** equal results have equal ranks */
  rank: number;
  player: PlayerId;
  /** the name at that time */
  name: PlayerName;
  won: boolean;
  /** as in the results */
  time?: Millis;
  progress: number;
  /** a duel's points */
  score?: number;
  moves: number;
  /** the room of the attempt, for a replay or as a ghost; null before the player who asks has made an attempt of that day */
  room?: string;
}

/** The attempt at a contest of a day that counts for the player who asks. */
export interface DayAttempt {
  /** the code of the room in which the cards were dealt first */
  room: string;
  /** true if it was over within its day; an attempt that was not does not count */
  over: boolean;
  /** the reason why an attempt that is over is on no board and in no calendar: fewer than three moves without a win or a dead end, or faster than hands can move; null: it is on them */
  why_not?: "few_moves" | "fast";
}

/** One contest of a day, with its results. */
export interface DayContest {
  kind: "race" | "duel";
  game: string;
  /** the game's options that differ from the defaults */
  options: Record<string, OptionValue>;
  /** a duel: the level of the bot */
  level?: string;
  progress_max: number;
  /** a race: what the solver found in the day's row of deals; null: the day's deal is of no row */
  proof?: DealProof;
  /** the first rows */
  rows: DayRow[];
  /** the number of rows on its board */
  total: number;
  /** the row of the player who asks, wherever it is */
  mine?: DayRow;
  /** the rows of friends, the best first */
  friends: DayRow[];
  /** the row of the `rival` of `get_day`; null: there is none, or no rival was named */
  rival?: DayRow;
  /** null: the player who asks has not been dealt its cards */
  attempt?: DayAttempt;
}

/** A player's result in a contest of a day, within that day. */
export interface DayDone {
  won: boolean;
  time?: Millis;
  progress: number;
  score?: number;
  moves: number;
  /** the code of the room */
  room: string;
}

/** A day of a calendar: its games, and the results of the player who asks; null: nothing that counts. */
export interface CalendarDay {
  day: Day;
  /** the id of the game that is played alone */
  race: string;
  /** the id of the duel's game */
  duel: string;
  race_done?: DayDone;
  duel_done?: DayDone;
}

/**
 * The days in a row on which a contest was played to its end, or won: up to today, or to yesterday if today's is
 * yet to come.
 */
export interface DayStreak {
  kind: "race" | "duel";
  played: number;
  longest_played: number;
  won: number;
  longest_won: number;
}

/** The rule that forbids a move, for programs and for other languages than English. */
export interface BrokenRule {
  /** such as `takes` or `stock_empty`; a name always comes with the same values */
  name: string;
  /** a sentence in English that says what the rule forbids */
  reason: string;
  /** the rule's numbers in part 4 of the game's sheet, as "1, 2"; empty: none */
  line: string;
  /** the action that isn't possible at all now, if the rule is about one */
  action?: string;
  /** the rule's values: a list has cards, `source` and `target` are ids of groups, `game` is the game's id */
  values: Record<string, number | string | number[]>;
}

/**
 * The proofs of the solver, which knows all cards, about the deals that it tried.
 *
 * At least `won` of `deals` can be won, and at most `deals` - `lost`: the others are undecided.
 */
export interface ProvedDeals {
  /** the number of deals that were tried */
  deals: number;
  /** the number of them that are proved to be winnable */
  won: number;
  /** the number of them that are proved to be unwinnable */
  lost: number;
}

/** One game of the catalogue. */
export interface GameInfo {
  id: string;
  title: string;
  /** names under which players may look for it */
  other_names: string[];
  /** its names in other languages, for a search */
  titles: string[];
  /** a sentence on the game */
  summary: string;
  variant_of?: string;
  family: string;
  kind: "race" | "duel" | "shared";
  /** the fewest players of a room; an option of the game may ask for more */
  fewest: number;
  /** the most players of a room; null: as many as a race may have */
  most?: number;
  packs: number;
  cards: number;
  /** how well it races */
  race: "good" | "fair" | "poor";
  race_why: string;
  /** the values of each option, the default first. A text like `0 to 3600` stands for each whole number of that range, `current` for the year (UTC) in which the room is opened */
  options: Record<string, OptionValue[]>;
  /** true if moves can be taken back, if the room allows it */
  undo: boolean;
  /** the seconds of a race if the room sets no limit; 0: no limit */
  time_limit: number;
  progress_max: number;
  /** rises when the rules change: which moves are legal, or what they do */
  revision: number;
  source: string;
  /** the share of deals that the bot `good` wins, 0 to 1, with default options; null: not known */
  won?: number;
  /** the number of deals behind `won` and `moves`; null: not known */
  won_of?: number;
  /** the mean number of moves of the bot `good` on a deal, won or not; null: not known */
  moves?: number;
  /** the share of all deals that can be won knowing all cards, 0 to 1, as others have published it; null: nobody has */
  solvable?: number;
  /** what the solver has proved of some deals, with default options; null: it has tried none */
  proved?: ProvedDeals;
  /** the numberings of the world by which the game's deals have numbers, see `numbering` of a room */
  numberings: ("cadogan" | "microsoft" | "pysol")[];
  /** true if a deal that is proved winnable (`deal` = winnable) is found within seconds, as a rule */
  winnable: boolean;
}

/** A player's strength by the model of Plackett and Luce, on a scale that begins at 1500. */
export interface Rating {
  /** a lower bound of the strength: the estimate minus three times the uncertainty */
  value: number;
  /** one standard deviation; 200 before the first game */
  uncertainty: number;
  /** the number of games that have made it, as far as is known */
  games: number;
  /** true if these are fewer than ten */
  provisional: boolean;
  /** in results: the change of the value by this game */
  change?: number;
}

/** One row of a leaderboard. */
export interface LeaderRow {
  /** equal values have equal ranks; with `among` the rank among those players */
  rank: number;
  player: PlayerId;
  name: PlayerName;
  value: number;
  /** the races that count on this board, in its period */
  races: number;
  /** true if the value, or a part of it, was counted under the earlier rule: bots could be beaten too, all options were on one board, and moves might be taken back. For a rating: true if it is of this game alone, from before there were ratings of families */
  old_rule: boolean;
  /** on a board of ratings: the player's current rating; `value` is the one after the last game that counts */
  rating?: Rating;
}

/** A player's figures in a game with the options of a board, whether they count there or not. */
export interface OwnFigures {
  races: number;
  /** the number of games won: all cards home, or the match of a duel */
  wins: number;
  /** the number of games in which the player came in ahead of somebody, bots included, and behind nobody */
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

/** The conditions for a place on boards of ratings, and how far the player who asks meets them. */
export interface Ranking {
  /** the days (UTC) on which a player must have played rated games against others */
  days: number;
  /** the number of different people a player must have met in them */
  people: number;
  /** the days of the player who asks, at most `days` */
  own_days: number;
  /** the people whom the player who asks has met, at most `people` */
  own_people: number;
}

/** The place of a pile. A unit of x is a card's width plus the gap beside it, a unit of y its height plus the gap. */
export interface PilePlace {
  x: number;
  y: number;
  /** the rotation of the cards in degrees, clockwise */
  angle: number;
  /** the offset of each further card to the right */
  dx: number;
  /** the offset of each further card downwards */
  dy: number;
  /** the text on the empty place */
  label: string;
  /** a table for several players: the seat that owns the pile */
  owner?: number;
  /** a pile that is not straight: the places of its cards one by one, bottom first, relative to x and y (right, down); further cards lie on the last point. It replaces `dx` and `dy` */
  path?: ([number, number])[];
}

/** A second number to show at a pile, beside the number of its cards. */
export interface Tally {
  /** cards of this rank, 1 (ace) to 13 (king) */
  rank: number;
  /** the index of the counter that says how many of the lowest cards do not count */
  above: number;
}

/** The ranks that piles take one after the other, if they depend on a card elsewhere. */
export interface Order {
  /** the top card of this pile decides for the group's first pile, that of the next pile for the second, and so on */
  pile: number;
  /** for each rank of that card, from the ace: the ranks, 1 to 13, in the order in which the pile takes them */
  ranks: number[][];
}

/** A group of piles with the same role. */
export interface GroupLayout {
  id: string;
  name: string;
  kind: "foundation" | "tableau" | "reserve" | "stock" | "waste" | "discard" | "hand" | "fixed";
  places: PilePlace[];
  /** the places of the piles in a window much higher than wide, if they differ */
  upright?: PilePlace[];
  /** the number of last cards that are spread out, the others are squared; 0: all are spread */
  tail: number;
  /** true if the number of cards is shown */
  counted: boolean;
  /** a second number to show */
  tally?: Tally;
  /** how to find the rank that each pile takes next */
  order?: Order;
}

/** An action that is not a plain move: its name, and the click on the table that makes it. */
export interface ActionLayout {
  name: string;
  label: string;
  /** a click on this pile makes the action */
  pile?: number;
  /** true if the player picks cards on the table first */
  spots: boolean;
  /** a redeal: the most that are allowed; the counter `redeals` has the number made */
  times?: number;
}

/** Everything that a client needs to draw a game's table without knowing its rules. */
export interface TableLayout {
  /** the piles of all groups are numbered from 0 in this order */
  groups: GroupLayout[];
  actions: ActionLayout[];
  counters: string[];
  phases: string[];
}

/** A line of the list of tournaments. */
export interface ListedTournament {
  id: string;
  terms: TournamentTerms;
  phase: "open" | "running" | "over" | "cancelled";
  starts: Millis;
  /** an arena: the moment after which nobody is paired; else that of the start */
  until: Millis;
  /** the host's name; empty: this server */
  host: string;
  /** the number of players */
  players: number;
  /** the round that is played; 0 in an arena, and before the start */
  round: number;
  /** the rounds; 0 in an arena, and before the start */
  rounds: number;
  /** the name of the winner, at the end; several who share the first place have a comma between */
  winner: string;
}

/** A line of the standings. */
export interface TournamentLine {
  /** equal lines share a rank */
  rank: number;
  /** null for a bot of this server */
  player?: PlayerId;
  name: string;
  /** the level of a bot of this server, or the kind of a program; empty: a person */
  bot: string;
  points: number;
  games: number;
  won: number;
  drawn: number;
  lost: number;
  /** an arena: wins in a row */
  streak: number;
  /** the tie-breaks between equal points, in this order. Arena: games won. Swiss: Buchholz, the sum of the opponents' points; Sonneborn-Berger, twice the points of beaten opponents and once of opponents in draws; games won; rating. Knockout: 1 for a player who can still win it */
  tie_breaks: number[];
  /** true if the player is not paired any more */
  out: boolean;
}

/** One of the two players of a game. */
export interface TournamentPlayer {
  /** null for a bot of this server */
  player?: PlayerId;
  name: string;
  bot: string;
  rank: number;
}

/** A game of a tournament. */
export interface TournamentGame {
  number: number;
  /** 0 in an arena */
  round: number;
  /** two; one alone has a bye */
  players: TournamentPlayer[];
  /** its room, which anybody may watch; null: not open yet, or a bye */
  room?: Code;
  /** null while it is played; neither: both have lost; void: it does not count */
  result?: "first" | "second" | "draw" | "neither" | "void";
  /** played: on the table; no_show: somebody was not there within a minute; left: somebody gave up or stayed away; lot: drawn, so the better seed goes on; bye: nobody was left to play with; not_opened, overdue, host: it does not count */
  cause?: "played" | "no_show" | "left" | "lot" | "bye" | "not_opened" | "overdue" | "host";
  /** the cards or points of both */
  cards: number[];
  /** the moment of pairing */
  at: Millis;
  ended?: Millis;
}

/** A line of the list of clubs. */
export interface ListedClub {
  id: string;
  terms: ClubTerms;
  members: number;
  opened: Millis;
}

/** A member of a club, or a player who wants to be one. */
export interface ClubMember {
  player: PlayerId;
  name: string;
  role: "owner" | "officer" | "member";
  since: Millis;
  /** true if connected now; only members are told */
  online: boolean;
}

/** A line of the table of a season. */
export interface SeasonLine {
  /** equal points share a rank */
  rank: number;
  player: PlayerId;
  name: string;
  points: number;
  /** tournaments of the club in which the player has played */
  tournaments: number;
  /** other games against members */
  games: number;
  /** of those: games in which no other member got further */
  won: number;
}

/** A line that a player has written. */
export interface ChatLine {
  /** grows from line to line, also when another server recovers the room */
  number: number;
  at: Millis;
  seat: number;
  /** who has written it; null for a bot of this server */
  player?: PlayerId;
  name: PlayerName;
  text: string;
}

/** One seat of a room and its player. */
export interface Seat {
  seat: number;
  name: PlayerName;
  /** the id of the person on the seat; null: a bot */
  player?: PlayerId;
  /** the level or kind of the bot on the seat; null: a person */
  bot?: string;
  ready: boolean;
  /** SHA-256 of the 16 bytes that this player adds to the seed of a fresh deal, once promised */
  nonce_hash?: Sha256;
  /** true if the player is connected now */
  present: boolean;
  /** stood: gave up; late: lost the game by the clock, or at a shared table was late too often and plays no more; left: left the match, or was away until the room was closed */
  state: "waiting" | "playing" | "stuck" | "finished" | "stood" | "late" | "left";
  progress: number;
  /** exchanges made, in the games that count them */
  penalty: number;
  /** moves made and not taken back */
  moves: number;
  /** the moment from the start at which this racer finished or gave up */
  ended?: Millis;
  /** a person's rating in the family of the room's game; null: none yet, or not read yet. In a finished room it is the one after the game, if that was rated */
  rating?: Rating;
}

/** An earlier run on the deal of a race. It has no seat, and counts for nothing. */
export interface Ghost {
  /** the code of the room of the run */
  room: string;
  /** its seat there */
  seat: number;
  name: PlayerName;
  /** the id of the person who played it; null: a bot */
  player?: PlayerId;
  /** how it ended: finished, stuck or stood */
  state: "waiting" | "playing" | "stuck" | "finished" | "stood" | "late" | "left";
  /** the moment of that, from the start */
  ended: Millis;
  /** each change of its progress, the deal's first: moment from the start, progress */
  steps: ([Millis, number])[];
}

/** A position in a finished race, from which a practice room begins. */
export interface PracticeStart {
  /** the code of that race's room */
  room: string;
  /** the seat whose board it is */
  seat: number;
  /** the number of steps of its replay up to there */
  step: number;
  /** the number of moves that lead there from the deal; the practice room counts them among its own, and they can be taken back */
  moves: number;
}

/** One racer's row of the results. Equal ranks are possible. Partners count as one, so the other side is second. */
export interface ResultRow {
  rank: number;
  seat: number;
  name: PlayerName;
  bot?: string;
  /** a race: finished; a duel or a shared table: the match was won; nobody has won a draw */
  won: boolean;
  progress: number;
  penalty: number;
  /** the game's own score, if it has one */
  score?: number;
  moves: number;
  /** moves taken back */
  undone: number;
  /** the moment from the start at which the racer finished, or reached this progress */
  time?: Millis;
  /** a race: no move was left on the racer's board */
  stuck: boolean;
  /** why this result does not count on the boards; null: it does. bot: bots and programs are on no board; daily: the deal of the day has a board of its own; unrated: the room is not rated; known_deal: the cards of this deal may have been known; fast: moves were made faster than hands can; options: these options have no board; alone: nobody else played; bots: only bots or programs were there to beat; same_place: everybody else came from the same place or browser; idle: nobody else played on: to the end of their own board, or until the last third of the race; called_off: the game was called off before both had played; elsewhere: the player played another game that counts at the same moment */
  why_not?: "bot" | "daily" | "unrated" | "known_deal" | "fast" | "options" | "alone" | "bots" | "same_place" | "idle" | "called_off" | "elsewhere";
  /** the variation of the spans between a person's moves: their standard deviation as a share of their mean, for 30 moves or more. A program that waits the same time before each move comes near 0 */
  evenness?: number;
  /** the player's rating after this game, in the game's family, with its change; null: the game was not rated, or the rating is not computed yet, which takes a moment */
  rating?: Rating;
  /** the same over all games */
  overall?: Rating;
}

/** The end of a room's game: ranks, and the proof that the deal was fixed before the start. */
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

/** The game of the following room. */
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

/** A game in the vote on the following room. */
export interface Candidate {
  game: string;
  title: string;
  options: Record<string, OptionValue>;
  /** the seats that voted for it, in the order of their votes */
  votes: number[];
}

/** The last thing that a player has said. */
export interface Said {
  seat: number;
  /** one of those of `emote`; ignore unknown ones */
  emote: string;
  /** the moment; clients show it for some seconds */
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
  /** the most points first, then the most games; it includes this room's game once that is over. Players who leave the group keep their lines */
  score: Score[];
}

/** One line of the standings of a series. */
export interface SeriesLine {
  /** equal points have equal ranks */
  rank: number;
  name: PlayerName;
  /** the id of the person; null: a bot */
  player?: PlayerId;
  /** the level or kind of the bot; null: a person */
  bot?: string;
  points: number;
  /** the number of races of the series that this player has taken part in */
  races: number;
  /** the points of the last race; null: the player was not in it */
  last?: number;
}

/** The series of races that a room belongs to, see Series. */
export interface RaceSeries {
  /** the number of this room's race */
  race: number;
  /** how many races the series has */
  races: number;
  /** the games of the races in their order, as far as they are known: those of a mixed series are drawn when its first race is over */
  games: string[];
  /** the points of a race for the first, second, ... place; further places get none */
  points: number[];
  /** the best first; they include this room's race once it is over. Players who leave keep their points */
  standings: SeriesLine[];
  /** after a race that is not the last: the moment at which the next one is called at the latest */
  next_at?: Millis;
  /** true once the next race is called: send `rematch`, and there `ready` */
  called: boolean;
}

/**
 * The clock of a duel or of a shared table by turns: the seat whose action is awaited, and its deadline. Between two rounds
 * at a shared table: when the next one is dealt.
 */
export interface Clock {
  /** null: no action is awaited, between two games of a match and at the end */
  seat?: number;
  /** the moment when this action times out or the next round is dealt, or null without a clock */
  deadline?: Millis;
  /** the time that each seat had left for the whole game when the current turn began; empty without such a clock */
  remaining: (Millis | null)[];
  /** by seat, the number of its successive timeouts; an action resets it to 0 */
  timeouts: number[];
}

/** Everything that all people in a room may know. It is the snapshot of stream 0. */
export interface RoomState {
  code: string;
  game: string;
  title: string;
  kind: "race" | "duel" | "shared";
  /** the game's options */
  options: Record<string, OptionValue>;
  rules: RoomOptions;
  phase: "lobby" | "countdown" | "running" | "finished";
  /** the seat of the person who has been here longest, or if there are no people, of a program that has joined; only the host may seat bots and put them out. A group keeps its host: until that player has come to the following room, or missed its start, there is none, and all who are there may seat bots and put them out */
  host?: number;
  seats: Seat[];
  watchers: number;
  /** the progress that wins */
  progress_max: number;
  /** hex SHA-256 of the server's secret for this room */
  commit: string;
  /** the number of countdowns that were called off; each of them made all nonces void */
  called_off: number;
  /** with `deal` = daily: the day of the deal, as `2026-11-21` */
  day?: string;
  /** hex SHA-256 of the server's secret for that day, published the day before */
  day_commit?: string;
  /** which of the day's games this room is for, see Days; null: an ordinary room */
  contest?: "race" | "duel";
  /** with a `contest`, soon after the cards are shown: the seats of players whose attempt this is, which counts; for the others it is practice. null: not decided yet */
  attempts?: number[];
  /** earlier runs on the same deal that race here */
  ghosts: Ghost[];
  /** where a practice room begins, see `play_from`; null: every other room begins at the deal */
  practice?: PracticeStart;
  /** with `deal` = winnable: whether the deal is proved winnable, once the search is over; meaningless in a lobby. In a contest of a day: whether that day's deal is. null: the search is not over, or there was none */
  proof?: DealProof;
  /** the moment when the cards are shown */
  starts?: Millis;
  /** the moment when time is up */
  ends?: Millis;
  results?: Results;
  /** the seats of players who want to go on to the next deal before all are done, see `onward` */
  onward: number[];
  /** the code of the following room */
  rematch?: string;
  /** with `rematch`: the game there, and the player who opened it */
  next?: NextGame;
  /** the games of the vote on the following room, see `propose` */
  ballot: Candidate[];
  /** the last thing that a player has said, see `emote` */
  said?: Said;
  /** the running score of the group; null in its first game */
  series?: Series;
  /** the series that the room belongs to; null: a room by itself */
  races?: RaceSeries;
  clock?: Clock;
  /** the score in the match so far, by seat; at a shared table in the rounds that are over, 0 for a seat that nobody holds */
  match?: number[];
  /** true if the host has locked the room: nobody new takes a seat */
  locked: boolean;
  /** true if the players may write free text to each other, see `write_chat` */
  chat: boolean;
  /** false while the store is away and play is kept in memory only. If other servers could take over the room, or if too much waits, the room pauses instead: requests are refused with `store_down` and no clock runs */
  safe: boolean;
  /** the number of lost changes that players had been told of. With `safe`, the room has gone on from before them, on a server that was restarted or on another one. Without it, they are lost only if the server ends */
  lost: number;
  /** the moment at which all clocks stopped, while the room is paused, else 0. When they go on, the same message brings `starts`, `ends` and `clock`, moved by the length of the pause */
  paused: Millis;
}

/** A table as its receiver sees it: the snapshot of a board's stream. */
export interface TableState {
  /** bottom first; -1 is a card face down, -2 a card that only the racer sees */
  piles: CardCode[][];
  /** in the layout's order; the last is the number of the phase */
  counters: number[];
}

/**
 * One board of a replay: the deal, then each step with its moment from the start in milliseconds.
 *
 * A duel has one board, with `seat` 0, both names and both hands. The boards of ghosts come after all others.
 */
export interface ReplayBoard {
  /** ghosts have the numbers from `GHOST_SEATS` on, in the order of the room's `ghosts` */
  seat: number;
  name: PlayerName;
  start: TableState;
  steps: ([Millis, TableEvent[]])[];
}

/** Positions of a board, `first` to `last`, with the same verdict. */
export interface AnalysisSpan {
  first: number;
  last: number;
  verdict: "won" | "lost" | "unknown";
}

/** The last position of a board from which a win is proved, and the move that was played there instead. */
export interface TurningPoint {
  position: number;
  /** the moment of the step away from it, from the start of the race */
  at: Millis;
  /** the move that would have kept the win: the first one of `line`; null if `line` is empty */
  winning?: Move;
  /** the move that was played; null if a move was taken back there */
  played?: Move;
  /** true if the next position is proved lost; false if its verdict is unknown */
  lost: boolean;
}

/** A move of a winning line, and what it changes on the board. */
export interface AnalysisMove {
  move: Move;
  events: TableEvent[];
}

/** The solver's verdicts on a board. */
export interface AnalysedBoard {
  /** as in the replay; boards of ghosts are not analysed */
  seat: number;
  /** all positions of the board, in order */
  spans: AnalysisSpan[];
  /** null if no position is proved won, or if the board's last position is: the player has won, or could still */
  turning?: TurningPoint;
  /** the last position that is proved won; null if none is, and `line` is empty */
  line_from?: number;
  /** the solver's winning line from there; empty also if the player has won there */
  line: AnalysisMove[];
}

/** A move of a duel, as the strong bot judges it by what its player could see. */
export interface JudgedMove {
  /** the position of the replay's board in which it was made */
  position: number;
  /** the moment of the move, from the start of the match */
  at: Millis;
  seat: number;
  played: Move;
  /** the move that the bot would have made; null if it thinks none better than the one that was made */
  best?: Move;
  /** the player's chance to win by the best move, as the bot estimates it */
  chance: number;
  /** what the move lost of that chance */
  loss: number;
}

/**
 * The first message of a socket; answered by `welcome`. The token of an earlier `welcome` identifies a known
 * player.
 *
 * A known player may come with another name: it appears in rooms that the player enters afterwards. On an open socket,
 * `rename` does the same.
 */
export interface Hello {
  type: "hello";
  id: RequestId;
  name: NewName;
  token?: string;
  /** instead of a token: the ticket from `ticket`, with which the same player comes in on another device. That device gets its own token. The name stays the same. Small letters, blanks and hyphens do not matter */
  ticket?: string;
  /** for a program that plays: it is shown as a bot, and not counted on the boards */
  program?: BotKind;
  /** identifies the browser, so the server sees that two players share one: their results against each other do not count on the boards. Only a keyed hash of it is kept */
  browser?: Browser;
}

/** Asks for the catalogue; answered by `games`. */
export interface ListGames {
  type: "list_games";
  id: RequestId;
  language?: Language;
}

/**
 * Asks for the public rooms where somebody is there to begin or to play on; answered by `rooms`.
 *
 * Rooms that can be joined come first, then those with the most players and spectators, then the newest. The list ends
 * after `MOST_ROOMS_LISTED` rooms.
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

/** Asks for the best players of a game, and for the player's own figures there; answered by `leaderboard`. */
export interface GetLeaderboard {
  type: "get_leaderboard";
  id: RequestId;
  game: string;
  /** `wins`: first places in races, or matches won in duels. `best_time`: milliseconds of races in which no move was taken back; `best_time_undo`: of the others. `score`: points won in duels. `streak`: the most wins in a row in duels. `races`: all games, duels included */
  metric?: "wins" | "best_time" | "best_time_undo" | "races" | "score" | "streak" | "rating" | "solo_time" | "solo_moves" | "solo_streak";
  /** the most rows */
  count?: number;
  /** the game's options. Each choice of options has a board of its own; options that are not named have their defaults */
  options?: Record<string, OptionValue>;
  /** the current day, week or month (UTC), or ever */
  period?: "ever" | "month" | "week" | "day";
  /** family, all: the ratings in the game's family, or over all games; these exist only with `period` = ever */
  scope?: "game" | "family" | "all";
  /** which rows: the first, those around the player's own, or those of `players` */
  view?: "top" | "around" | "among";
  /** with `among`: the players of the rows; the player's own row is added */
  players?: PlayerId[];
  /** with `top`: rows to skip, the `next` of the answer before */
  after?: number;
}

/** Opens a room and takes its first seat; answered by `joined`. */
export interface Create {
  type: "create";
  id: RequestId;
  game: string;
  /** the game's options; those not named have their defaults */
  options?: Record<string, OptionValue>;
  rules?: Partial<RoomOptions>;
}

/**
 * Enters a room by its code, or comes back to it; answered by `joined`.
 *
 * A room that is by link only (`by_link`) does not exist for clients without its `key`. Players with a seat there need
 * no key while the room is in use. A player who has a seat gets it again, with either `role`.
 *
 * `last` holds the number of the last message seen of each stream. The missed messages follow, or a snapshot if that is
 * smaller or the old messages are gone. A socket that is in a room already may only `join` the same room, with a `last`
 * that is not empty; with `role` = player a spectator then takes a seat.
 */
export interface Join {
  type: "join";
  id: RequestId;
  room: Code;
  role?: "player" | "spectator";
  key?: RoomKey;
  /** with `role` = spectator: true for a glimpse of the room, or of its players, before a person decides to come in. A preview does not count among the `watchers` */
  preview?: boolean;
  last?: Record<string, Seq>;
}

/**
 * Leaves the room: this frees the seat in the lobby, gives up in a race or at a shared table, and loses the
 * match in a duel.
 */
export interface Leave {
  type: "leave";
  id: RequestId;
}

/**
 * Searches for somebody to play with; answered by `ok`.
 *
 * While the search goes on the server sends `waiting`, and at its end `matched` or `seek_over`. A player searches once: a
 * new search replaces the one before and keeps the time that was waited. The search ends when the socket is closed or
 * enters a room. Two people are put together if a game pleases both and their ratings are near; what is near grows with the
 * time that the longer of the two has waited, and after 15 seconds has no limit. Those of one address or browser are
 * not. The room has the usual options of a rated game: two seats, `fair` spectators, `covered` undo.
 */
export interface Seek {
  type: "seek";
  id: RequestId;
  /** the games that please the player, with their default options; empty: any well-known one */
  games?: string[];
  /** the kind of the well-known games, if `games` is empty */
  kind?: "race" | "duel" | "shared";
  /** true if a bot may sit down if nobody was found after 20 seconds */
  bot?: boolean;
}

/**
 * Ends the search; answered by `ok`. It is refused with `wrong_phase` if it is too late: then `matched` comes, or has come.
 * Without a search it does nothing.
 */
export interface StopSeeking {
  type: "stop_seeking";
  id: RequestId;
}

/** Asks for the public tournaments; answered by `tournaments`. */
export interface GetTournaments {
  type: "get_tournaments";
  id: RequestId;
}

/** Opens a tournament, whose host the player becomes; answered by `tournament`. */
export interface OpenTournament {
  type: "open_tournament";
  id: RequestId;
  terms: TournamentTerms;
  /** the moment of its start, within 30 days; null: in an hour. Its host may start it before */
  starts?: Millis;
}

/**
 * Enters the hall of a tournament; answered by `tournament`.
 *
 * From then on the server sends `tournament` again when something is new, `my_tournament`, and `called`, until
 * `stop_attending`, until the socket is closed, or until it attends another one. An arena pairs only players who attend and are
 * in no room.
 */
export interface Attend {
  type: "attend";
  id: RequestId;
  tournament: string;
}

/** Leaves the hall, but not the tournament; answered by `ok`. */
export interface StopAttending {
  type: "stop_attending";
  id: RequestId;
}

/** Takes part in a tournament, or again; answered by `ok`. */
export interface EnterTournament {
  type: "enter_tournament";
  id: RequestId;
  tournament: string;
}

/** Takes part no longer; answered by `ok`. A game that is played now is lost by it. The points stay. */
export interface LeaveTournament {
  type: "leave_tournament";
  id: RequestId;
  tournament: string;
}

/**
 * Does what only the host may do; answered by `ok`.
 *
 * start: begin now; move: put off the start, or bring it forward, to `starts`; pause, resume: stop pairing, and go on; remove:
 * take `player` out for good; void: the running game `number` does not count, and its players are paired anew; cancel: end
 * the tournament without a result.
 */
export interface ManageTournament {
  type: "manage_tournament";
  id: RequestId;
  tournament: string;
  order: "start" | "move" | "pause" | "resume" | "remove" | "void" | "cancel";
  starts?: Millis;
  player?: PlayerId;
  number?: number;
}

/** Asks for a page of the standings; answered by `tournament_standings`. */
export interface GetTournamentStandings {
  type: "get_tournament_standings";
  id: RequestId;
  tournament: string;
  /** lines to pass over */
  after?: number;
  count?: number;
}

/** Asks for games of a tournament, the latest first; answered by `tournament_games`. */
export interface GetTournamentGames {
  type: "get_tournament_games";
  id: RequestId;
  tournament: string;
  /** only games with smaller numbers */
  before?: number;
  /** only games of this player */
  player?: PlayerId;
  /** only games of this round */
  round?: number;
  count?: number;
}

/** Asks for the clubs that are in the list, and for the player's own; answered by `clubs`. */
export interface GetClubs {
  type: "get_clubs";
  id: RequestId;
}

/** Opens a club, whose owner the player becomes; answered by `club`. */
export interface OpenClub {
  type: "open_club";
  id: RequestId;
  terms: ClubTerms;
}

/** Asks for a club; answered by `club`. */
export interface GetClub {
  type: "get_club";
  id: RequestId;
  club: string;
}

/** Becomes a member, or asks for approval; answered by `club`. */
export interface JoinClub {
  type: "join_club";
  id: RequestId;
  club: string;
}

/**
 * Is no member any more, or no longer waits for approval; answered by `ok`.
 *
 * If the owner leaves, the officer who has been there longest becomes owner, or else the member; the last member closes the club.
 */
export interface LeaveClub {
  type: "leave_club";
  id: RequestId;
  club: string;
}

/**
 * Does what only officers and the owner may do; answered by `club`, or by `ok` if the order was `close`.
 *
 * accept, refuse: decide about `player`, who asks for approval; remove: put `player` out; change: set new `terms`. Only the owner:
 * promote, demote: make the member `player` an officer, or the officer a member; hand_over: make `player` the owner, and become an
 * officer; close: end the club.
 */
export interface ManageClub {
  type: "manage_club";
  id: RequestId;
  club: string;
  order: "accept" | "refuse" | "remove" | "change" | "promote" | "demote" | "hand_over" | "close";
  player?: PlayerId;
  terms?: Partial<ClubTerms>;
}

/** Asks for the table of a season; answered by `club_season`. */
export interface GetClubSeason {
  type: "get_club_season";
  id: RequestId;
  club: string;
  /** null: the present one */
  season?: string;
}

/**
 * Sets the player ready or not, with the hash of a nonce for the seed of a fresh deal, so that nobody alone can
 * choose the seed.
 *
 * When all players are ready, the countdown begins, of three seconds by default. A race needs one player, the
 * other kinds two.
 * From then on nobody can take a seat or promise another nonce, and all players who have promised one send it by
 * `reveal`. A player who becomes unready or leaves before the cards are shown calls the countdown off. The nonces are
 * void then: see [below](#was-the-deal-fixed-beforehand).
 */
export interface Ready {
  type: "ready";
  id: RequestId;
  ready?: boolean;
  /** SHA-256 of the 16 bytes of the nonce. A player without one adds nothing to the seed, and cannot know if the deal was chosen. It is ignored for the server's own bots, and if the deal is not fresh */
  nonce_hash?: Sha256;
}

/**
 * Sends the nonce whose hash came with `ready`, during the countdown. A player who has not sent it when the
 * countdown has run for three seconds loses the seat.
 *
 * Send it only when `seats` shows the hashes of all players who promised one, your own included. Keep these hashes,
 * and `commit`, to compare them with the results.
 */
export interface Reveal {
  type: "reveal";
  id: RequestId;
  nonce: Nonce;
}

/** A move on the player's own board; answered by `step`, or by `moved` if it was made before. */
export type Play = [tag: "m", id: RequestId, move: Move];

/** Takes back the player's last move; answered by `step`, or by `moved`, like a move. */
export interface Undo {
  type: "undo";
  id: RequestId;
}

/**
 * Asks whether the player's own board can still be won, and how; answered by `advice`, at once or within some seconds.
 *
 * Only racers who still play may ask, in a room with the option `advice`. Meanwhile they may play on. A later request of
 * the same player has the earlier one answered at once.
 */
export interface GetAdvice {
  type: "get_advice";
  id: RequestId;
}

/** Gives up and keeps the progress made; in a duel, resigns the current game. */
export interface Stand {
  type: "stand";
  id: RequestId;
}

/** Asks the server to seat bots; only the host may, in the lobby. They are ready at once. */
export interface SeatBots {
  type: "seat_bots";
  id: RequestId;
  count?: number;
  level?: "easy" | "fair" | "good" | "master";
}

/**
 * Frees the seat of a bot or of another player, whose socket is closed; only the host may, in the lobby.
 *
 * A person stays out for `PUT_OUT_SECONDS`, and so does everybody else from the same address, except at the host's own
 * address and players with a seat.
 */
export interface Unseat {
  type: "unseat";
  id: RequestId;
  seat: number;
}

/**
 * Locks the room, or opens it again; only the host may. In a locked room nobody new takes a seat, except bots that
 * the host asks for.
 */
export interface Lock {
  type: "lock";
  id: RequestId;
  locked?: boolean;
}

/**
 * Changes the player's name; answered by `ok`.
 *
 * In the lobby of a room the player's seat has the new name at once, for everybody. Once the countdown has begun the
 * seat keeps its name, and the new one appears in rooms that the player enters afterwards. The server's own bots keep
 * their names.
 */
export interface Rename {
  type: "rename";
  id: RequestId;
  name: NewName;
}

/**
 * Asks for a ticket with which the same player comes in on another device; answered by `ticket`.
 *
 * The other device takes over the player's seat. A new ticket makes every earlier one void.
 */
export interface GetTicket {
  type: "get_ticket";
  id: RequestId;
}

/** Asks for the player's name and passkeys; answered by `account`. */
export interface GetAccount {
  type: "get_account";
  id: RequestId;
}

/** Asks for the games of the player, the latest first; answered by `history`. */
export interface GetHistory {
  type: "get_history";
  id: RequestId;
  /** `next` of the answer before */
  before?: string;
  /** the most rows */
  count?: number;
  /** only this game; empty: all */
  game?: string;
  /** only games with this player; empty: all */
  against?: string;
  /** only games that were won, or that were not; null: all */
  won?: boolean;
  /** only games in which the player came first, or did not; null: all */
  first?: boolean;
}

/** Asks for the correspondence duels of the player that are not over; answered by `running`. */
export interface GetRunning {
  type: "get_running";
  id: RequestId;
}

/** Declines a friend's invitation to a correspondence duel. The friend is not told; answered by `ok`. */
export interface DeclineInvitation {
  type: "decline_invitation";
  id: RequestId;
  /** the room's code */
  room: string;
}

/**
 * Gives up a correspondence duel without entering its room, as `stand` does there. Before it has begun, the seat is given
 * up.
 */
export interface Resign {
  type: "resign";
  id: RequestId;
  /** the room's code */
  room: string;
}

/** Asks for the public page of a player; answered by `player`. */
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

/** Adds a player to the friends, without telling that player; answered by `friends`. */
export interface AddFriend {
  type: "add_friend";
  id: RequestId;
  player: PlayerId;
}

/** Removes a player from the friends; answered by `friends`. */
export interface RemoveFriend {
  type: "remove_friend";
  id: RequestId;
  player: PlayerId;
}

/**
 * Invites a mutual friend to the lobby in which the player sits; answered by `ok`.
 *
 * The friend is sent `invited`, if connected and interested in friends, and finds the invitation in `friends` for two
 * minutes. A further invitation of the same player replaces it. Nobody but mutual friends can be invited, so a player who
 * removes a friend is not invited by that one again.
 */
export interface Invite {
  type: "invite";
  id: RequestId;
  player: PlayerId;
}

/** Asks for the contests of a day and their results; answered by `day`. */
export interface GetDay {
  type: "get_day";
  id: RequestId;
  /** up to today; null: today */
  day?: Day;
  /** the most rows of each board */
  count?: number;
  /** a player whose rows come too, wherever they are on the boards */
  rival?: PlayerId;
}

/** Asks for the days of a month, with the player's results on each; answered by `calendar`. */
export interface GetCalendar {
  type: "get_calendar";
  id: RequestId;
  /** null: the current one */
  month?: Month;
}

/**
 * Deletes the player, with all the player's own data and the lines on boards; answered by `ok`.
 *
 * The tokens and passkeys become void. This is refused while the player has a seat in an unfinished game. Others keep
 * what they have seen: the name in their own histories, and in replays until these are forgotten.
 */
export interface DeleteMe {
  type: "delete_me";
  id: RequestId;
}

/**
 * Asks for the options with which a page's browser makes or uses a passkey; answered by `passkey_options`.
 *
 * Only the socket of a page may ask, and only if the page's address has a host name. Each answer of a browser needs
 * options of its own, which are valid for five minutes.
 */
export interface GetPasskeyOptions {
  type: "get_passkey_options";
  id: RequestId;
  purpose: "add" | "sign_in";
}

/** Adds a passkey; answered by `account`. A player with one has an account on every device with that passkey. */
export interface AddPasskey {
  type: "add_passkey";
  id: RequestId;
  /** the result of `navigator.credentials.create`, as JSON */
  credential: string;
  /** its name, such as that of its device */
  label?: string;
}

/** Removes a passkey; answered by `account`. */
export interface RemovePasskey {
  type: "remove_passkey";
  id: RequestId;
  /** its `id` */
  passkey: string;
}

/** Presents a player's passkey; answered by a `ticket`, with which that player says `hello` on a new socket. */
export interface SignIn {
  type: "sign_in";
  id: RequestId;
  /** the result of `navigator.credentials.get`, as JSON */
  credential: string;
}

/** Asks for the key with which a browser subscribes to news; answered by `push`. */
export interface GetPush {
  type: "get_push";
  id: RequestId;
}

/**
 * Has news sent to a device, as its browser's `PushSubscription` says; answered by `ok`.
 *
 * Only push services that the server knows are accepted. A player has at most eight such devices; a further one takes the
 * place of the oldest. News comes only while the player's page is closed, and of each kind once a minute at most. Each is JSON,
 * encrypted for the device (RFC 8291): `kind`, the `url` of its page, a `text` in English, and the names in it.
 */
export interface SubscribePush {
  type: "subscribe_push";
  id: RequestId;
  /** the address at the push service */
  endpoint: string;
  p256dh: string;
  auth: string;
  kinds?: ("turn" | "invitation" | "tournament" | "call" | "day")[];
}

/** Has no more news sent to a device; answered by `ok`, also if none was sent there. */
export interface UnsubscribePush {
  type: "unsubscribe_push";
  id: RequestId;
  endpoint: string;
}

/**
 * Says that the player wants to go on to the next deal, or no longer does; answered by `ok`, and shown as `onward`
 * of the room.
 *
 * In a race, players who are done send it while others still play: once two want to go on, `rematch` is open to them,
 * and then to all who are done. A player who races only against bots does not need it. In a duel, players send it
 * between two games of a match: once all people want to go on, the next game is dealt at once. In a series of races, players
 * send it after a race: once all want to go on, the next one is called.
 */
export interface Onward {
  type: "onward";
  id: RequestId;
  onward?: boolean;
}

/**
 * After the end: opens the following room, or joins it if somebody else has opened it; answered by `joined`.
 *
 * Any player of the room may send it from there. Bots follow by themselves. In a race, players who are done may go on
 * before the end, see `onward`; the race itself goes on without them.
 *
 * The following room has the same game and options, unless the chooser names another `game`. The chooser is the host;
 * while the host is away, the person on the lowest seat who is here. During a vote (see `propose`) only the chooser
 * may open the room before everybody has voted, and it gets the leading game.
 *
 * In the lobby the host may name another `game` to play instead of this one. Its room follows this one, which can't
 * begin any more; the others go there by `rematch`.
 *
 * In a series of races it leads to the next race, once that is called; see Series.
 */
export interface Rematch {
  type: "rematch";
  id: RequestId;
  /** another game, from the chooser alone; null: the same game, or the winner of the vote */
  game?: string;
  /** the options of that `game`; options not named have their defaults */
  options?: Record<string, OptionValue>;
}

/**
 * After the end: puts games to the vote for the following room; answered by `ok`, and shown as `ballot` of the
 * room.
 *
 * Only the chooser may, see `rematch`. Two or three games begin a vote and replace any vote before; no games call it
 * off. Once all people in the room have voted, everybody may send `rematch`, and the game with the most votes is
 * played. Among games with equally many votes the chooser's own vote decides, else the first of them is played.
 */
export interface Propose {
  type: "propose";
  id: RequestId;
  games: Candidacy[];
}

/**
 * Shows one of a fixed set of faces and phrases to everybody in the room; answered by `ok`, and shown as `said` of
 * the room.
 *
 * Players with a seat may send it at any time. A player may send three at once and then one every three seconds; all
 * players of a room together eight at once and then two a second. More are refused with `too_fast`. No log keeps it,
 * so it is lost when another server recovers the room.
 */
export interface SayEmote {
  type: "emote";
  id: RequestId;
  emote: "wave" | "clap" | "laugh" | "wow" | "think" | "sad" | "good_luck" | "well_played" | "good_game" | "close" | "oops" | "thanks" | "one_more" | "sorry";
}

/**
 * Lets the players of a room write to each other, or ends that; answered by `ok`, and shown as `chat` of the room.
 *
 * Only the host may send it, at any time, in a room `by_link` that belongs to no tournament.
 */
export interface SetChat {
  type: "set_chat";
  id: RequestId;
  on?: boolean;
}

/**
 * Writes a line to the other players of the room; answered by `ok`, and told by `chat`.
 *
 * Only in a room `by_link` whose `chat` is on, at any time, by players with a seat. Five lines may be written at once, and
 * then one every two seconds; by all players of a room ten, and then one a second; there is a limit for each address, too.
 * More are refused with `too_fast`.
 */
export interface WriteChat {
  type: "write_chat";
  id: RequestId;
  text: string;
}

/** Votes for one of the games in the `ballot`; answered by `ok`. The last vote counts. */
export interface Vote {
  type: "vote";
  id: RequestId;
  /** its index in the `ballot`, from 0 */
  choice: number;
}

/**
 * Opens a room for a race alone on the deal of a finished race, against runs on that deal; answered by `joined`.
 *
 * Several runs must be on one deal. Runs of today's deal of the day are open to players who have made their own
 * attempt. The race counts for nothing.
 */
export interface RaceGhosts {
  type: "race_ghosts";
  id: RequestId;
  runs: Run[];
}

/**
 * Opens a practice room that begins from a position of a finished race; answered by `joined`.
 *
 * The room has the same deal, the same options and the same rules, and all moves up to the position are made. It counts
 * for nothing. While its day lasts, nobody practises on a deal of the day.
 */
export interface PlayFrom {
  type: "play_from";
  id: RequestId;
  room: Code;
  /** as in `join` */
  key?: RoomKey;
  /** whose board; null: the player's own, else that of the winner */
  seat?: number;
  /** the number of steps of that board in the `replay`; 0: the deal */
  step: number;
  /** further moves from there, such as those of a winning line */
  moves?: Move[];
}

/** After the end: asks for every board from deal to end; answered by `replay`. */
export interface GetReplay {
  type: "get_replay";
  id: RequestId;
  room: Code;
  /** as in `join` */
  key?: RoomKey;
}

/** After the end: asks for the replay as a compact text of moves; answered by `replay_text`. */
export interface GetReplayText {
  type: "get_replay_text";
  id: RequestId;
  room: Code;
  /** as in `join` */
  key?: RoomKey;
}

/**
 * After a race: asks where each board was lost; after a duel: which moves were mistakes; answered by `analysis`.
 *
 * The first request begins the analysis. It may take a minute, and longer while others wait: ask again every second or
 * two until `status` is neither `queued` nor `running`. Boards and moves come one by one. The findings are kept with the replay.
 */
export interface GetAnalysis {
  type: "get_analysis";
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
  | Seek
  | StopSeeking
  | GetTournaments
  | OpenTournament
  | Attend
  | StopAttending
  | EnterTournament
  | LeaveTournament
  | ManageTournament
  | GetTournamentStandings
  | GetTournamentGames
  | GetClubs
  | OpenClub
  | GetClub
  | JoinClub
  | LeaveClub
  | ManageClub
  | GetClubSeason
  | Ready
  | Reveal
  | Play
  | Undo
  | GetAdvice
  | Stand
  | SeatBots
  | Unseat
  | Lock
  | Rename
  | GetTicket
  | GetAccount
  | GetHistory
  | GetRunning
  | DeclineInvitation
  | Resign
  | GetPlayer
  | ListFriends
  | AddFriend
  | RemoveFriend
  | Invite
  | GetDay
  | GetCalendar
  | DeleteMe
  | GetPasskeyOptions
  | AddPasskey
  | RemovePasskey
  | SignIn
  | GetPush
  | SubscribePush
  | UnsubscribePush
  | Onward
  | Rematch
  | Propose
  | SayEmote
  | SetChat
  | WriteChat
  | Vote
  | RaceGhosts
  | PlayFrom
  | GetReplay
  | GetReplayText
  | GetAnalysis
  | Ping;

/** Answers `hello`. The token is the secret of the player on this device: everybody who has it is this player. */
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
 * Answers `get_ticket` and `sign_in`. The ticket is good for one `hello`, for a short time; it is a secret like the
 * token.
 */
export interface Ticket {
  type: "ticket";
  re: RequestId;
  /** `TICKET_LENGTH` characters in groups of four, as `ABCD-EFGH-JKLM` */
  ticket: string;
  /** its lifetime in seconds */
  seconds: number;
}

/** Answers `get_account`, `add_passkey` and `remove_passkey`. */
export interface Account {
  type: "account";
  re: RequestId;
  player: PlayerId;
  name: PlayerName;
  /** in the order in which they were added; a player with a passkey has an account */
  passkeys: PasskeyInfo[];
}

/** Answers `get_history`. */
export interface History {
  type: "history";
  re: RequestId;
  games: HistoryRow[];
  /** `before` of the next request; empty: there are no more. If few rows match the request, fewer may come than `count`, and more with the next one */
  next: string;
}

/** Answers `get_running`. */
export interface Running {
  type: "running";
  re: RequestId;
  /** the server's time */
  now: Millis;
  /** those that await the player first, then those whose turns end soonest, then those that have not begun */
  duels: RunningDuel[];
  /** to such duels by friends, the latest first, until they are accepted, declined or withdrawn */
  invitations: Invitation[];
  /** the duels that ended within the last week, the latest first */
  over: HistoryRow[];
}

/** Answers `get_player`. */
export interface PlayerPage {
  type: "player";
  re: RequestId;
  player: PlayerId;
  name: PlayerName;
  /** over all games first, then of the most played games */
  figures: Figures[];
  /** the course of the ratings, the oldest first */
  curve: CurvePoint[];
  /** true if this one is a friend of the player who asks */
  friend: boolean;
  /** the results of the player who asks against this one */
  against?: HeadToHead;
  /** only on the player's own page: the results against others, the latest first, at most a hundred */
  met: HeadToHead[];
}

/** Answers `list_friends`, `add_friend` and `remove_friend`. */
export interface Friends {
  type: "friends";
  re: RequestId;
  /** in the order in which they were added */
  friends: Friend[];
  /** of friends to their rooms, the latest first */
  invitations: Invitation[];
}

/** Answers `get_day`. */
export interface DayTold {
  type: "day";
  re: RequestId;
  day: Day;
  today: Day;
  /** the moment at which the day begins */
  begins: Millis;
  /** the moment at which it ends and the next begins; an attempt counts if it is over by then */
  ends: Millis;
  /** SHA-256 of the day's secret; null: it had none */
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
  /** all days of the month, including future ones */
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

/** Answers `get_push`. */
export interface Push {
  type: "push";
  re: RequestId;
  /** the `applicationServerKey` of `PushManager.subscribe`, in base64url; without it, this server sends no news */
  key?: string;
}

/** Answers a request that needs no other answer. */
export interface Ok {
  type: "ok";
  re: RequestId;
}

/** Answers `get_advice`, by what the server's solver, which knows all cards, has found out within its budget. */
export interface Advice {
  type: "advice";
  re: RequestId;
  /** won: the board can still be won; lost: it can't, which is proved; unknown: neither is known */
  verdict: "won" | "lost" | "unknown";
  /** with `won`: the next move of a line that wins; null: the game is won */
  move?: Move;
  /** with `lost`: the number of moves after which the board was known to be winnable for the last time, counted back from now; null: that is not known */
  back?: number;
  /** with `back`: the move that was made there */
  since?: Move;
  /** with `since`: true if this move is proved to have lost the game; false if a later one may have */
  exact: boolean;
  /** with `back`: true if all these moves can be taken back in this room */
  may_take_back: boolean;
  /** true if the solver is busy, or still at work on this board: another request may learn more */
  asks_again: boolean;
}

/** Answers `ping`. */
export interface Pong {
  type: "pong";
  re: RequestId;
  /** the server's clock */
  now: Millis;
}

/**
 * Says why a request, or an invalid message, was refused. Nothing has changed by it.
 *
 * Without `re` it answers a frame in which no id could be read, or says that the room was closed (`unknown_room`) or
 * is paused while the store is away (`store_down`). In a pause no clock runs, until an `update` of `paused` ends it.
 * With `busy` and without `re` it says that the room's server does not answer now; the next message withdraws that.
 */
export interface Error {
  type: "error";
  re?: RequestId;
  code: ErrorCode;
  /** a sentence: what was wrong, with which value, and what to do */
  message: string;
  /** true if the same request may succeed later */
  retry: boolean;
  /** the seconds after which it may, if known */
  wait?: number;
  /** with `illegal_move`: the rule that forbids the move */
  rule?: BrokenRule;
}

/** Answers `list_games` with the catalogue; games that race well come first. */
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
  /** the games played most at this server lately, the most played first, at most eight */
  played: string[];
}

/** Answers `get_rules` with an explanation of the game for players. */
export interface Rules {
  type: "rules";
  re: RequestId;
  game: string;
  title: string;
  /** paragraphs with an empty line between them; `**` encloses emphasised words */
  text: string;
  /** the language of the text: English if it is missing in the wanted one */
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
  /** the number of players on the board */
  total: number;
  /** with `top`: `after` of the following rows; null: these are the last */
  next?: number;
  /** the row of the player who asks, wherever on the board it is; null: there is none */
  mine?: LeaderRow;
  /** the options of this board that differ from the defaults */
  options: Record<string, OptionValue>;
  /** the options of each board of the game that has results, the one with the most races first, at most fifty */
  boards: (Record<string, OptionValue>)[];
  /** the figures of the player who asks */
  own: OwnFigures;
  /** on a board of ratings: the conditions for a place on it; they keep out made-up ratings */
  ranking?: Ranking;
}

/** Answers `create`, `join` and `rematch`. Snapshots or missed messages of each stream follow. */
export interface Joined {
  type: "joined";
  re: RequestId;
  room: Code;
  role: "player" | "spectator";
  /** the player's seat; null: a spectator */
  seat?: number;
  layout: TableLayout;
  /** the server's clock */
  now: Millis;
  /** the room's key, for its link: only for the player who opens a room by link only, or its rematch, which has the same key */
  key?: RoomKey;
  /** the tournament to which the room's game belongs; null for a spectator, and where there is none */
  tournament?: string;
}

/** Tells a player who searches how many wait, at each change of that number, but at times later if many wait. */
export interface Waiting {
  type: "waiting";
  /** the people who wait for any game and may meet this player, who is included; not those of the same address or browser */
  everywhere: number;
  /** those of them whom the one game of the search would please; null: it has several */
  here?: number;
  /** true if a bot will sit down if nobody comes */
  bot: boolean;
  /** seconds until anybody is looked for. A player who has left or missed two games in a row for which the server had found the players waits a minute, after each further one a minute longer, ten at most. It is counted for the player, the address and the browser, for a day; a game played to its end clears it */
  held: number;
  /** with `held`: the games left or missed in a row */
  left: number;
}

/**
 * Ends a search: the player has a seat in a room. The client joins it and says `ready`.
 *
 * The seat is freed if the player is away for a minute before the game begins.
 */
export interface Matched {
  type: "matched";
  room: Code;
  game: string;
  /** who sits there too: a person, the program of somebody, or a bot of this server */
  opponent: "person" | "program" | "bot";
}

/** Ends a search without a room. */
export interface SeekOver {
  type: "seek_over";
  /** replaced: the player has begun another search; refused: no room could be opened */
  reason: "replaced" | "refused";
  /** a sentence in English */
  message: string;
}

/** Lists the public tournaments: those that run, those to come, and the latest that are over. */
export interface Tournaments {
  type: "tournaments";
  re: RequestId;
  running: ListedTournament[];
  coming: ListedTournament[];
  past: ListedTournament[];
}

/** A tournament as everybody sees it. */
export interface Tournament {
  type: "tournament";
  re?: RequestId;
  /** grows with every change */
  version: number;
  about: ListedTournament;
  /** the host; null: this server */
  hosted_by?: PlayerId;
  /** true while the host has stopped the pairing */
  paused: boolean;
  /** an arena: the number of players who wait for a game */
  waiting: number;
  /** the first lines */
  standings: TournamentLine[];
  /** the games that are played now, those of the best first */
  games: TournamentGame[];
  /** the games that have ended */
  games_played: number;
}

/** The player's own part of a tournament: sent after `tournament` when something of it is new. */
export interface MyTournament {
  type: "my_tournament";
  tournament: string;
  /** true while the player takes part */
  entered: boolean;
  /** the player's line; null: never entered */
  line?: TournamentLine;
  /** the game that the player must play now */
  game?: TournamentGame;
  /** the player's last game */
  last?: TournamentGame;
}

/**
 * Calls a player to a game of a tournament. The client joins the room and says `ready`.
 *
 * The game begins when both are there. A player who is not there and ready within a minute loses it; if neither is, both do. A
 * player who is away from it for a minute, or could act and does nothing for three, gives it up.
 */
export interface Called {
  type: "called";
  tournament: string;
  room: Code;
  game: string;
  opponent: TournamentPlayer;
}

/** A page of the standings. */
export interface TournamentStandings {
  type: "tournament_standings";
  re: RequestId;
  tournament: string;
  total: number;
  lines: TournamentLine[];
}

/** Games of a tournament. */
export interface TournamentGames {
  type: "tournament_games";
  re: RequestId;
  tournament: string;
  games: TournamentGame[];
}

/** Lists clubs: the player's own, and others with the latest news first. */
export interface Clubs {
  type: "clubs";
  re: RequestId;
  mine: ListedClub[];
  clubs: ListedClub[];
}

/** A club as the player may see it. */
export interface Club {
  type: "club";
  re: RequestId;
  about: ListedClub;
  /** what the player is there; null: no member */
  role?: "owner" | "officer" | "member";
  /** true while the player waits for approval */
  asked: boolean;
  /** the owner first, then officers */
  members: ClubMember[];
  /** who waits for approval; for officers */
  asking: ClubMember[];
  /** the latest first */
  tournaments: ListedTournament[];
  /** the present one */
  season: string;
  /** earlier ones with a table */
  seasons: string[];
  /** of the present season */
  table: SeasonLine[];
}

/**
 * The table of a season of a club.
 *
 * A tournament of the club brings points by its final standings: 10, 7, 5, 4, 3, 2 and 1 for the first places, and 1 for
 * everybody else who has played. Any other finished game with at least two members brings each of them one point for each
 * member who did worse, three at most. A season is a quarter of a year (UTC).
 */
export interface ClubSeason {
  type: "club_season";
  re: RequestId;
  club: string;
  season: string;
  table: SeasonLine[];
}

/** Tells a player who has asked for friends on this socket that a friend has invited them. */
export interface Invited {
  type: "invited";
  /** all that hold, the latest first */
  invitations: Invitation[];
}

/**
 * Tells players of lines, the earliest first; spectators are never told.
 *
 * A player who comes in or comes back gets the last lines that the server remembers: pass over those whose `number` you have. No
 * log and no replay holds them, so another server that recovers the room does not know the earlier ones.
 */
export interface Chat {
  type: "chat";
  lines: ChatLine[];
}

/** The snapshot of stream 0 up to its number. */
export interface RoomSnapshot {
  type: "room";
  seq: Seq;
  state: RoomState;
}

/** The snapshot of a board's stream up to its number. */
export interface BoardSnapshot {
  type: "board";
  stream: Stream;
  seq: Seq;
  table: TableState;
}

/**
 * The changes of a board: events to apply in order. It also gives the progress of the board's racer.
 *
 * `change`: a number is the increase of that racer's `moves`, 1 after a move, -1 after one that was taken back, 0 if
 * no move was made; a `Standing` replaces the racer's standing. In a duel and at a shared table it is 0.
 */
export type Delta = [tag: 1, stream: Stream, seq: ShortSeq, change: Change, ...events: TableEvent[]];

/**
 * Answers a move, or its taking back: the message `seq` of the player's own board, with the changes of the list of
 * legal moves.
 *
 * `change` is as in a delta. `gone` holds the indexes, from 0 and ascending, of the moves in the list before that are
 * no longer legal; the moves of `added` come after the rest. `undo` is as in `moved`.
 */
export type Step = [tag: 2, re: number, seq: ShortSeq, change: Change, gone: number[], added: Move[], undo: boolean, ...events: TableEvent[]];

/**
 * All legal moves after the board's message `seq`, for the board's player alone. `re` is 0 if it answers no
 * request.
 *
 * `undo`: true if the last move can be taken back. No moves and no undo: nothing is left to do, or the other player is
 * to play.
 */
export type Moved = [tag: 3, re: number, seq: ShortSeq, moves: Move[], undo?: boolean];

/**
 * The progress of racers: the current standings of some of them. It is part of no stream.
 *
 * A stuck racer has no legal move left, and may undo or give up.
 */
export type Progress = [tag: 4, ...lines: Standing[]];

/**
 * A message of stream 0: every other change of a room. Absent fields stay as they were.
 *
 * The fields are those of [RoomState](#roomstate). When the host's seat becomes free, or a bot takes it, there is no
 * host until an update names one. When a countdown is called off, `phase` is `lobby` again, and `starts` means
 * nothing.
 */
export interface RoomUpdate {
  type: "update";
  seq: Seq;
  /** all seats, if a seat or its player's state has changed */
  seats?: Seat[];
  host?: number;
  phase?: "lobby" | "countdown" | "running" | "finished";
  called_off?: number;
  proof?: DealProof;
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
  races?: RaceSeries;
  clock?: Clock;
  match?: number[];
  locked?: boolean;
  chat?: boolean;
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
  /** each change of a seat's progress in order, that of the deal first: moment from the start, seat, progress */
  progress: ([Millis, number, number])[];
  /** each change of the score of a match in order, that of the first deal first: moment from the start, and the score as in `match` of RoomState */
  scores: ([Millis, number[]])[];
}

/** Answers `get_replay_text`. */
export interface ReplayText {
  type: "replay_text";
  re: RequestId;
  /** the players, the deal, and the moves with their moments, in the notation of API.md */
  text: string;
}

/**
 * Answers `get_analysis`. For a race it tells, on each board, from which positions a player who knows all cards could still
 * win. For a duel it tells, for each move, what the strong bot would have played and what the move lost in winning chances.
 */
export interface Analysis {
  type: "analysis";
  re: RequestId;
  status: "queued" | "running" | "done" | "failed" | "unavailable";
  /** the share of the work that is done, 0 to 1 */
  progress: number;
  /** while `queued`: the number of analyses before this one */
  waiting?: number;
  /** why it has failed or is unavailable, as an English sentence */
  why?: string;
  /** of a race: the boards that are done, by seat */
  boards: AnalysedBoard[];
  /** of a duel: the moves that are judged, in order */
  moves: JudgedMove[];
}

export type ServerMessage =
  | Welcome
  | Ticket
  | Account
  | History
  | Running
  | PlayerPage
  | Friends
  | DayTold
  | Calendar
  | PasskeyOptions
  | Push
  | Ok
  | Advice
  | Pong
  | Error
  | Games
  | Rooms
  | Rules
  | Leaderboard
  | Joined
  | Waiting
  | Matched
  | SeekOver
  | Tournaments
  | Tournament
  | MyTournament
  | Called
  | TournamentStandings
  | TournamentGames
  | Clubs
  | Club
  | ClubSeason
  | Invited
  | Chat
  | RoomSnapshot
  | BoardSnapshot
  | Delta
  | Step
  | Moved
  | Progress
  | RoomUpdate
  | Replay
  | ReplayText
  | Analysis;
