/** Shows ghosts beside the racers, on seats that exist on this page alone. Pure. */

import { GHOST_SEATS, type Ghost, type Millis, type Replay, type ResultRow, type RoomState, type Run, type Seat } from '../wire/types'

/** True if a seat is a ghost's. */
export function isGhost(seat: number): boolean {
  return seat >= GHOST_SEATS
}

/** The progress of a ghost at a moment from the start. */
export function progressAt({ steps }: Ghost, moment: Millis): number {
  return steps.findLast(([at]) => at <= moment)?.[1] ?? 0
}

/** Returns the name under which a ghost is shown. */
type Named = (ghost: Ghost) => string

const byName: Named = ({ name }) => name

function seatOf(ghost: Ghost, place: number, moment: Millis, named: Named): Seat {
  const isOver = ghost.ended <= moment
  return {
    seat: GHOST_SEATS + place,
    name: named(ghost),
    ready: true,
    present: true,
    state: isOver ? ghost.state : 'playing',
    progress: progressAt(ghost, moment),
    penalty: 0,
    moves: 0,
    ...(isOver ? { ended: ghost.ended } : {}),
  }
}

/** A room with its ghosts among the seats, as they were at a moment from the start; the same room where it has none. */
export function haunted(state: RoomState, moment: Millis, named = byName): RoomState {
  if (!state.ghosts?.length) return state
  return { ...state, seats: [...state.seats, ...state.ghosts.map((ghost, place) => seatOf(ghost, place, moment, named))] }
}

/** A replay with its ghosts among the racers, so that their boards go in step with the others. */
export function withGhosts(replay: Replay, named = byName): Replay {
  const ghosts = replay.state.ghosts ?? []
  if (!ghosts.length) return replay
  const steps = ghosts.flatMap(({ steps }, place) => steps.map(([at, progress]): [Millis, number, number] => [at, GHOST_SEATS + place, progress]))
  const progress = [...replay.progress, ...steps].sort(([a], [b]) => a - b)
  return { ...replay, state: haunted(replay.state, Infinity, named), progress }
}

/** The lead of a run over a ghost's: in time if both are home, else in cards. */
export function beside(mine: { readonly won: boolean; readonly time?: Millis | undefined; readonly progress: number }, ghost: Ghost): { readonly time: Millis } | { readonly cards: number } {
  const isHome = ghost.state === 'finished'
  if (mine.won && isHome) return { time: ghost.ended - (mine.time ?? 0) }
  return { cards: mine.progress - (ghost.steps.at(-1)?.[1] ?? 0) }
}

/** A line of results: a racer's, or that of a ghost. */
export interface ResultLine {
  readonly rank: number
  readonly row?: ResultRow
  readonly ghost?: { readonly name: string; readonly won: boolean; readonly time: Millis; readonly progress: number }
}

/** The lines of results with the ghosts that were raced against, each with its place among all. */
export function withGhostLines(rows: readonly ResultRow[], ghosts: readonly Ghost[], named = byName): ResultLine[] {
  if (!ghosts.length) return rows.map((row) => ({ rank: row.rank, row }))
  const racers = rows.map((row) => ({ row, ghost: undefined, won: row.won, time: row.time, progress: row.progress }))
  const haunting = ghosts.map((run) => {
    const { state, ended, steps } = run
    const ghost = { name: named(run), won: state === 'finished', time: ended, progress: steps.at(-1)?.[1] ?? 0 }
    return { row: undefined, ghost, ...ghost }
  })
  const all = [...racers, ...haunting].sort(better)
  return all.map(({ row, ghost }, place) => {
    const rank = 1 + all.slice(0, place).filter((other) => better(other, all[place] as (typeof all)[number]) < 0).length
    return { rank, ...(row ? { row } : {}), ...(ghost ? { ghost } : {}) }
  })
}

/** A run that can be raced against: its player, its result, and its room and seat for the server. */
export interface Opponent {
  readonly run: Run
  readonly name: string
  readonly won: boolean
  readonly time?: Millis | undefined
  readonly progress: number
  /** True if it is the viewer's own run. */
  readonly mine: boolean
}

/**
 * The runs of a replay that are worth racing against, the best first. A run that brought nothing home is none.
 *
 * @param key the room's key, where it is by link only
 * @param player the id of the viewer
 */
export function opponentsOf({ state }: Pick<Replay, 'state'>, key: string, player: string): Opponent[] {
  const rows = state.results?.rows ?? []
  const raced = rows.map((row): Opponent => {
    const mine = state.seats.some((seat) => seat.seat === row.seat && seat.player === player && player !== '')
    return { run: { room: state.code, seat: row.seat, ...(key ? { key } : {}) }, name: row.name, won: row.won, time: row.time, progress: row.progress, mine }
  })
  const haunted = (state.ghosts ?? []).map((ghost): Opponent => {
    const won = ghost.state === 'finished'
    return { run: { room: ghost.room, seat: ghost.seat }, name: ghost.name, won, time: won ? ghost.ended : undefined, progress: ghost.steps.at(-1)?.[1] ?? 0, mine: ghost.player === player && player !== '' }
  })
  return [...raced, ...haunted].filter(({ progress }) => progress > 0).sort(better)
}

type Reached = Pick<Opponent, 'won' | 'time' | 'progress'>

/** Winners come first, the fastest before the others; then the runs with more cards home. */
function better(one: Reached, other: Reached): number {
  if (one.won !== other.won) return one.won ? -1 : 1
  if (one.won) return (one.time ?? 0) - (other.time ?? 0)
  return other.progress - one.progress
}
