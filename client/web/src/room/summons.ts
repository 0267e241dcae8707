/** Why a player whose tab is hidden is wanted at the table. Pure. */

import type { RoomState } from '../wire/types'

/** `start`: the cards are about to be dealt. `turn`: the player's action is awaited. */
export type Summons = 'start' | 'turn'

/** Why the player at this seat is wanted now; undefined for a spectator, and while nothing is awaited. */
export function summonsOf(state: Pick<RoomState, 'phase' | 'clock'> | undefined, seat: number | undefined): Summons | undefined {
  if (!state || seat === undefined) return undefined
  if (state.phase === 'countdown') return 'start'
  return state.phase === 'running' && state.clock?.seat === seat ? 'turn' : undefined
}
