/** Explains why nothing can be taken back. Pure. */

import type { RoomState } from '../wire/types'

/**
 * Why a racer whose undo button is disabled can't take anything back.
 *
 * `first`: no move was made; `over`: the race is over for the racer; `finishing`: cards are going home by themselves; `known`: the
 * last move has turned up a card or shuffled, and this room allows no undo of that.
 *
 * @param isOn whether the racer may play
 * @param isFinishing whether cards are going home by themselves
 * @param moves how many moves were made and not taken back
 */
export function whyNoUndo(isOn: boolean, isFinishing: boolean, moves: number, rule: RoomState['rules']['undo']): 'first' | 'over' | 'finishing' | 'known' | undefined {
  if (moves === 0) return 'first'
  if (!isOn) return 'over'
  if (isFinishing) return 'finishing'
  return rule === 'covered' ? 'known' : undefined
}
