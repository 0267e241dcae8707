/** Finds out from the legal moves what a player must do, and why. Pure. */

import { rankOf } from '../table/cards'
import { isAction, pileOfSpot } from '../table/moves'
import type { Move, Spot } from '../wire/types'
import type { Sides, DuelState } from './sides'

/**
 * The task of the player whose action is awaited. `ace` and `two` are forced plays; `choice`: nothing can be discarded, so
 * the player plays on or stands; `empty`: the same with an empty hand.
 */
export type Task = 'turn' | 'ace' | 'two' | 'offer' | 'compel' | 'choice' | 'empty'

export function taskOf(sides: Sides, state: DuelState, piles: readonly (readonly number[])[], moves: readonly Move[]): Task {
  if (state.phase === 'offer' || state.phase === 'compel') return state.phase
  const names = new Set(moves.map((move) => move[0]))
  if (names.has('stand')) return piles[sides.of[state.seat].hand]?.length ? 'choice' : 'empty'
  if (names.has('discard') || !names.has('play')) return 'turn'
  return shownSources(sides, state, moves).some((pile) => rankOf(piles[pile]?.at(-1) ?? 0) === 1) ? 'ace' : 'two'
}

/** The piles whose top card must be played, for this task. */
export function dueSources(sides: Sides, state: DuelState, moves: readonly Move[], task: Task): number[] {
  return task === 'ace' || task === 'two' ? shownSources(sides, state, moves) : []
}

function shownSources(sides: Sides, state: DuelState, moves: readonly Move[]): number[] {
  const { hand } = sides.of[state.seat]
  const piles = moves.filter(isAction).flatMap(([name, from]) => (name === 'play' && from !== undefined ? [pileOfSpot(from as Spot)] : []))
  return [...new Set(piles)].filter((pile) => pile !== hand)
}
