/** Tells what giving up means for the others at a shared table. Pure. */

import type { Seat } from '../wire/types'

/** True if the match ends once this player has given up: one player is left, or bots, who do not play on alone. */
export function endsWithout(seats: readonly Pick<Seat, 'seat' | 'bot' | 'state'>[], own: number | undefined): boolean {
  const others = seats.filter(({ seat, state }) => seat !== own && state !== 'stood' && state !== 'left')
  return others.length < 2 || others.every(({ bot }) => bot !== undefined)
}
