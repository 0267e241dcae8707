/** When the time of all players is up. Pure. */

import type { RoomState } from '../wire/types'

/** The moment that the clock of all players runs to; undefined without one. The clock of a single player's action is not theirs. */
export function commonDeadline({ clock, ends }: Pick<RoomState, 'clock' | 'ends'>): number | undefined {
  return (clock?.seat === undefined ? clock?.deadline : undefined) ?? ends
}
