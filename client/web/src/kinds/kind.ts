/** The facts about a kind of room, and the words for it. No other code compares the name of a kind. */

import type { IconName } from '../base/icons'
import type { Key } from '../i18n/index.svelte'
import type { DayDone, GetLeaderboard, HistoryRow, ResultRow, RoomOptions, RoomState, Seat, TableLayout } from '../wire/types'

export type KindName = RoomState['kind']
type Metric = NonNullable<GetLeaderboard['metric']>
/** The module with the sentences about a room's choices. */
interface Settled {
  readonly settledRules: (room: Pick<RoomState, 'options' | 'rules'>) => string[]
}

export interface Kind {
  readonly name: KindName
  /** True if the page has a table for it. The page offers no games of other kinds. */
  readonly shown: boolean
  /** The number of seats of each room; undefined: the player who opens it chooses. */
  readonly seats: number | undefined
  /** True if each player plays the same deal on a board of their own. */
  readonly ownBoards: boolean
  /** True if players hold cards that no other player sees, so nobody may know the deal beforehand. */
  readonly hiddenHands: boolean
  /** True if one clock runs for all players; false if each has a clock. */
  readonly oneClock: boolean
  /** True if winners are compared by time; false: by points. */
  readonly byTime: boolean
  /** True if a room may play a match of several games. */
  readonly matches: boolean
  /** True if a room may allow undo. */
  readonly undo: boolean
  /** True if a game needs one player only. */
  readonly alone: boolean
  /** Tells whether the server can find the turning points of a finished game on such a table. */
  readonly judged: (layout: Pick<TableLayout, 'groups'>) => boolean
  /** True if a finished run can race again as a ghost. */
  readonly ghosts: boolean
  /** The facts for the forms that open a room. */
  readonly opening: Opening
  /** Its card among the first choices of the front page, with the game that it offers; undefined: it has none. */
  readonly card: { readonly icon: IconName; readonly game: string; readonly title: string; readonly text: Key } | undefined
  /** Its leaderboards. */
  readonly leaders: Leaders
  /** True if each game has one winner, so a group's evening counts wins; false: first places. */
  readonly oneWinner: boolean
  /** The text of the notice that a player has won; others may play on. */
  readonly won: Key
  /** The heads of two columns of the results: each player's progress (undefined: it says nothing about the outcome), and the figure by which they are ranked. */
  readonly columns: readonly [Key | undefined, Key]
  /** The outcome in a few words, for the player with the row `mine`; undefined: for a spectator. Partners win together. */
  readonly title: (rows: readonly ResultRow[], mine: ResultRow | undefined, options: RoomState['options']) => string
  /** The result of a row in words; `max` is the progress that wins. */
  readonly reached: (row: ResultRow, max: number) => string
  /** The outcome of a game of the player's history. */
  readonly outcome: (row: HistoryRow) => string
  /** A player's standing in words, for the overlay. */
  readonly standing: (seat: Seat, info: RoomState) => string
  /** Fetches the texts about the choices that the rules leave to a room; undefined: they leave none. */
  readonly settled: (() => Promise<Settled>) | undefined
}

interface Opening {
  readonly title: Key
  /** The labels of the buttons for a game against bots and among friends. */
  readonly bots: Key
  readonly friends: Key
  /** The number of bots in a game that one press begins. */
  readonly opponents: number
  readonly rules: Partial<RoomOptions>
  /** The default time limit of a game, in seconds. */
  readonly seconds: number
  /** True if its settings are folded at first, because few people need them. */
  readonly folded: boolean
  /** The choices for `spectators` that have different effects. */
  readonly watching: readonly RoomOptions['spectators'][]
  /** The names of options that few people change. */
  readonly rare: readonly string[]
}

/** A contest of the day. */
export interface Contest {
  readonly icon: IconName
  readonly title: Key
  /** The text that the first attempt counts. */
  readonly first: Key
  readonly start: Key
  /** The text about giving up the attempt. */
  readonly ends: Key
  /** True if it is played against a bot; false: alone. */
  readonly bot: boolean
  /** The result of an attempt in words; `max` is the progress that wins. */
  readonly reached: (done: Pick<DayDone, 'won' | 'time' | 'progress' | 'score'>, max: number) => string
}

interface Leaders {
  /** Boards of games against others, and of games won alone, against bots or among people of one place. */
  readonly metrics: readonly Metric[]
  readonly solo: readonly Metric[]
  /** The boards with names of their own. */
  readonly names: Partial<Record<Metric, Key>>
  /** The text of an empty board. */
  readonly none: Key
  /** The text with the number of games that the player has played. */
  readonly played: Key
}
