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
 * Keeps the score with which the present game began. The score after it may come while the game still looks unfinished: to the
 * winner, ahead of the answer to the last move.
 */
export class Beginning {
  score: readonly number[] | undefined
  #playing = false

  /** Take the match's score while a game is played; undefined between two games. Returns true if a game has begun. */
  sees(now: readonly number[] | undefined): boolean {
    const begun = now !== undefined && !this.#playing
    if (begun) this.score = now
    this.#playing = now !== undefined
    return begun
  }
}

/**
 * Follows a match. `over` is the room while a game of it is over, `score` the match's score while one is played. A game counts as
 * over once no seat is playing any more: its score comes in the same message. A viewer who came in later is shown no winner.
 */
export function gameEnded(
  over: () => RoomState | undefined,
  score: () => readonly number[] | undefined,
): { readonly done: boolean; readonly last: GameEnd | undefined } {
  const beginning = new Beginning()
  let done = $state(false)
  let last = $state.raw<GameEnd | undefined>()
  $effect(() => {
    if (!beginning.sees(score())) return
    done = false
    last = undefined
  })
  $effect(() => {
    const room = over()
    if (!room?.match || done || room.seats.some((seat) => seat.state === 'playing')) return
    done = true
    last = beginning.score && endOf(beginning.score, room.match)
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
