/** Ghosts beside the racers: seats of their own where racers are shown, which no room has. Pure. */

import { GHOST_SEATS, type Ghost, type Millis, type Replay, type RoomState, type Seat } from '../wire/types'

/** Whether a seat is a ghost's. */
export function isGhost(seat: number): boolean {
  return seat >= GHOST_SEATS
}

/** How far a ghost was at a moment from the start. */
export function progressAt({ steps }: Ghost, moment: Millis): number {
  return steps.findLast(([at]) => at <= moment)?.[1] ?? 0
}

function seatOf(ghost: Ghost, place: number, moment: Millis): Seat {
  const isOver = ghost.ended <= moment
  return {
    seat: GHOST_SEATS + place,
    name: ghost.name,
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
export function haunted(state: RoomState, moment: Millis): RoomState {
  if (!state.ghosts?.length) return state
  return { ...state, seats: [...state.seats, ...state.ghosts.map((ghost, place) => seatOf(ghost, place, moment))] }
}

/** A replay with its ghosts among the racers, so that their boards go in step with the others. */
export function withGhosts(replay: Replay): Replay {
  const ghosts = replay.state.ghosts ?? []
  if (!ghosts.length) return replay
  const steps = ghosts.flatMap(({ steps }, place) => steps.map(([at, progress]): [Millis, number, number] => [at, GHOST_SEATS + place, progress]))
  const progress = [...replay.progress, ...steps].sort(([a], [b]) => a - b)
  return { ...replay, state: haunted(replay.state, Infinity), progress }
}

/** How a run stands beside a ghost's: ahead by time where both are home, else by who is, or by cards. */
export function beside(mine: { readonly won: boolean; readonly time?: Millis | undefined; readonly progress: number }, ghost: Ghost): { readonly time: Millis } | { readonly cards: number } {
  const isHome = ghost.state === 'finished'
  if (mine.won && isHome) return { time: ghost.ended - (mine.time ?? 0) }
  return { cards: mine.progress - (ghost.steps.at(-1)?.[1] ?? 0) }
}
