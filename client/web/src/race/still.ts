/** Names the last player of a race who still plays. Pure. */

import type { Seat } from '../wire/types'

/** The name of the only other player who still plays; undefined if nobody does, or more than one. */
export function lastPlaying(seats: readonly Seat[], mine: number | undefined): string | undefined {
  const still = seats.filter(({ seat, state }) => seat !== mine && state === 'playing')
  return still.length === 1 ? still[0]?.name : undefined
}
