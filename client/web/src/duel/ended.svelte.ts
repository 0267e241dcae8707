/** The results of the games of a match that this page has seen end. */

import type { RoomState } from '../wire/types'

export interface GameEnd {
  /** The winning seat; undefined for a draw. */
  readonly winner: number | undefined
  readonly points: number
}

/** The winner and the points of a game, by the match's score before and after it. */
export function endOf(before: readonly number[], after: readonly number[]): GameEnd {
  const won = [0, 1].map((seat) => (after[seat] ?? 0) - (before[seat] ?? 0))
  const winner = won.findIndex((points) => points > 0)
  return winner < 0 ? { winner: undefined, points: 0 } : { winner, points: won[winner] as number }
}

/**
 * Follows a match. `over` is the room while a game of it is over, `score` the match's score while one is played. A game counts as
 * over once no seat is playing any more: its score comes in the same message. A viewer who came in later is shown no winner.
 */
export function gameEnded(
  over: () => RoomState | undefined,
  score: () => readonly number[] | undefined,
): { readonly done: boolean; readonly last: GameEnd | undefined } {
  let before: readonly number[] | undefined
  let done = $state(false)
  let last = $state.raw<GameEnd | undefined>()
  $effect(() => {
    const now = score()
    if (!now) return
    before = now
    done = false
    last = undefined
  })
  $effect(() => {
    const room = over()
    if (!room?.match || done || room.seats.some((seat) => seat.state === 'playing')) return
    done = true
    last = before && endOf(before, room.match)
  })
  return {
    get done() {
      return done
    },
    get last() {
      return last
    },
  }
}
