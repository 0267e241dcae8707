/** What a kind of room is for the page: facts about it, and the words for it. Nothing else asks which kind a room is. */

import type { IconName } from '../base/icons'
import type { Key } from '../i18n/index.svelte'
import type { Create, DayDone, GetLeaderboard, HistoryRow, ResultRow, RoomOptions, RoomState, Seat } from '../wire/types'

export type KindName = RoomState['kind']
type Metric = NonNullable<GetLeaderboard['metric']>
/** The sentences about what a room has settled. */
interface Settled {
  readonly settledRules: (room: Pick<RoomState, 'options' | 'rules'>) => string[]
}

export interface Kind {
  readonly name: KindName
  /** The seats of each room; undefined: whoever opens it chooses. */
  readonly seats: number | undefined
  /** Whether each player has the same deal on a board of their own, and is done with it alone. */
  readonly ownBoards: boolean
  /** Whether players hold cards that nobody else is ever shown, so that nobody may know the deal beforehand. */
  readonly hiddenHands: boolean
  /** Whether one clock runs for all; else each player has one. */
  readonly oneClock: boolean
  /** Whether winners are compared by their time; else by points. */
  readonly byTime: boolean
  /** Whether a room may play several games, to a score. */
  readonly matches: boolean
  /** Whether a room may allow to take moves back. */
  readonly undo: boolean
  /** Whether one player is enough. */
  readonly alone: boolean
  /** Whether a run that is over can be raced against as a ghost. */
  readonly ghosts: boolean
  /** How a room is opened. */
  readonly opening: Opening
  /** Its card on the front page; undefined: it is what the front page offers without asking. */
  readonly card: { readonly icon: IconName; readonly title: string; readonly text: Key } | undefined
  /** Its boards of the best. */
  readonly leaders: Leaders
  /** The news that a player has won; others may play on. */
  readonly won: Key
  /** The heads of the results' columns: how far each player came, and what counts. */
  readonly columns: readonly [Key, Key]
  /** The outcome in a few words, for the player with the row `mine`; undefined: for a spectator. */
  readonly title: (rows: readonly ResultRow[], mine: ResultRow | undefined) => string
  /** What somebody has reached; `max` is the progress that wins. */
  readonly reached: (row: ResultRow, max: number) => string
  /** How a game of the own history came out. */
  readonly outcome: (row: HistoryRow) => string
  /** How a player stands, on the overlay of streamers. */
  readonly standing: (seat: Seat, info: RoomState) => string
  /** Fetches how a room has settled what the rules leave open; undefined: they leave nothing open. */
  readonly settled: (() => Promise<Settled>) | undefined
}

interface Opening {
  readonly title: Key
  /** What the buttons for a game against bots and among friends say. */
  readonly bots: Key
  readonly friends: Key
  /** Against how many bots a game by one press is, and what is chosen for it. */
  readonly opponents: number
  readonly options: Create['options']
  readonly rules: Partial<RoomOptions>
  /** Seconds for the whole game, unless that is chosen otherwise. */
  readonly seconds: number
  /** Whether few people need its settings, so that they are folded away. */
  readonly folded: boolean
  /** The ways of watching that differ. */
  readonly watching: readonly RoomOptions['spectators'][]
  /** Options that few people will want to change. */
  readonly rare: readonly string[]
}

/** A contest of the day. */
export interface Contest {
  readonly icon: IconName
  readonly title: Key
  /** That the first attempt counts. */
  readonly first: Key
  readonly start: Key
  /** What giving up means for the attempt. */
  readonly ends: Key
  /** Whether it is played against a bot; else alone. */
  readonly bot: boolean
  /** What an attempt has reached; `max` is the progress that wins. */
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
  /** How many games the player has played. */
  readonly played: Key
}
