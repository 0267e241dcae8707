/** Who leads a race. Pure. */

import type { Seat } from '../wire/types'

type Standing = Pick<Seat, 'seat' | 'progress' | 'penalty' | 'state' | 'ended'>

/** Smaller comes first: who is home by penalty and time, the others by progress alone. */
function compared(a: Standing, b: Standing): number {
  const isHome = (seat: Standing) => Number(seat.state === 'finished')
  if (!isHome(a) || !isHome(b)) return isHome(b) - isHome(a) || b.progress - a.progress
  return a.penalty - b.penalty || (a.ended ?? 0) - (b.ended ?? 0)
}

/** The seat that is alone in front, if any. */
export function leaderOf(seats: readonly Standing[]): number | undefined {
  const [first, second] = [...seats].sort(compared)
  return first && second && compared(first, second) < 0 ? first.seat : undefined
}
