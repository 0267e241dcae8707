/** The meaning of a finished game for its player: compared with the earlier best, on the day's board, and where it turned. */

import { kindOf } from '../kinds/registry'
import { connection } from '../state/connection'
import type { Room } from '../room/room.svelte'
import { Refusal } from '../wire/connection.svelte'
import type { GetLeaderboard, Leaderboard, LeaderRow, Millis, OwnFigures, Replay, ResultRow } from '../wire/types'
import type { Turning } from './turning'

type Metric = NonNullable<GetLeaderboard['metric']>

/** The number of boards from which on a replay is too large to fetch for one line of the result. */
const MANY = 9

export class Meaning {
  readonly #room: Room
  /** The player's own figures, fetched while the game ran. */
  #before = $state.raw<OwnFigures | undefined>()
  #hasAsked = false
  #hasLooked = false
  /** The player's rank on the board of the day, and the number of players there. */
  day = $state.raw<{ readonly rank: number; readonly of: number } | undefined>()
  turning = $state.raw<Turning | undefined>()

  constructor(room: Room) {
    this.#room = room
    // Fetch them before the end, because afterwards they include this game.
    $effect(() => {
      const { phase } = room.state ?? {}
      if (this.#hasAsked || room.role !== 'player' || phase !== 'running') return
      this.#hasAsked = true
      void this.#ask('wins').then((answer) => (this.#before = answer?.own))
    })
    $effect(() => {
      const metric = this.#metric
      if (metric) void this.#ask(metric, 'day').then((answer) => (this.day = answer?.mine && placeOf(answer.mine, answer.total)))
    })
    $effect(() => {
      const { state } = room
      if (!state?.results || this.#hasLooked || state.seats.length < 2) return
      this.#hasLooked = true
      void this.#findTurning()
    })
  }

  /** The player's line of the results. */
  readonly mine = $derived.by<ResultRow | undefined>(() => {
    const { role, seat, state } = this.#room
    return role === 'player' ? state?.results?.rows.find((row) => row.seat === seat) : undefined
  })

  readonly #isByTime = $derived.by(() => this.#room.state !== undefined && kindOf(this.#room.state).byTime)

  /** The player's row and the figures before this game, if it was won, is ranked by time, and counts in the figures. */
  readonly #beaten = $derived.by<{ readonly row: ResultRow; readonly before: OwnFigures } | undefined>(() => {
    const [row, before] = [this.mine, this.#before]
    if (!row?.won || !before || !this.#isByTime) return undefined
    return row.why_not && NOT_KEPT.includes(row.why_not) ? undefined : { row, before }
  })

  /** The time, and the earlier best of games won in the same way, with or without undo. */
  readonly best = $derived.by<{ readonly time: Millis; readonly before: Millis | undefined } | undefined>(() => {
    if (this.#beaten?.row.time === undefined) return undefined
    const { row, before } = this.#beaten
    return { time: this.#beaten.row.time, before: row.undone ? before.best_time_undo : before.best_time }
  })

  /** The moves, and the earlier fewest of games won in the same way; undefined if there were none. */
  readonly fewest = $derived.by<{ readonly moves: number; readonly before: number } | undefined>(() => {
    if (!this.#beaten) return undefined
    const { row, before } = this.#beaten
    const fewest = row.undone ? before.fewest_moves_undo : before.fewest_moves
    return fewest === undefined ? undefined : { moves: row.moves, before: fewest }
  })

  /** The board of the day on which the game counts; undefined until it was counted, which the ratings show. */
  readonly #metric = $derived.by<Metric | undefined>(() => {
    const row = this.mine
    if (!row?.won || row.why_not || !row.rating) return undefined
    return !this.#isByTime ? 'wins' : row.undone ? 'best_time_undo' : 'best_time'
  })

  async #ask(metric: Metric, period: GetLeaderboard['period'] = 'ever'): Promise<Leaderboard | undefined> {
    const { game, options } = this.#room.state ?? {}
    return asked<Leaderboard>({ type: 'get_leaderboard', game, metric, options, period, count: 1 })
  }

  /** Find the turning point in the replay: only the server knows the moments of moves, and everybody must read the same times. */
  async #findTurning(): Promise<void> {
    const { state, code, key } = this.#room
    if (!state || state.rules.target) return // a match has several games
    if (state.seats.length >= MANY) return
    const replay = await asked<Replay>({ type: 'get_replay', room: code, key: key || undefined })
    if (!replay) return
    const { turningOf } = await import('./turning') // it imports all code of replays
    this.turning = turningOf(replay)
  }
}

/** The reasons `why_not` with which a game is not in the player's own figures either. */
const NOT_KEPT: readonly string[] = ['bot', 'daily', 'unrated', 'known_deal', 'fast', 'options']

function placeOf({ rank }: LeaderRow, total: number): { readonly rank: number; readonly of: number } {
  return { rank, of: Math.max(rank, total) }
}

/** The answer to a request; undefined if it was refused, which is ignored here. */
async function asked<T>(body: Parameters<typeof connection.ask>[0]): Promise<T | undefined> {
  try {
    return await connection.ask<T>(body)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
