/** Who leads a race. Pure. */

import type { Seat } from '../wire/types'

type Standing = Pick<Seat, 'seat' | 'progress' | 'penalty' | 'state' | 'ended'>

/** Who plays no more without having come home. */
const OUT: readonly Seat['state'][] = ['stood', 'late', 'left']

/** Smaller comes first: who is home by penalty and time, the others by progress alone. */
function compared(a: Standing, b: Standing): number {
  const isHome = (seat: Standing) => Number(seat.state === 'finished')
  if (!isHome(a) || !isHome(b)) return isHome(b) - isHome(a) || b.progress - a.progress
  return a.penalty - b.penalty || (a.ended ?? 0) - (b.ended ?? 0)
}

/** The seat that is alone in front, if any: who has given up leads no more, and nobody else leads before he is overtaken. */
export function leaderOf(seats: readonly Standing[]): number | undefined {
  const [first, second] = [...seats].sort(compared)
  if (!first || !second || compared(first, second) === 0) return undefined
  return OUT.includes(first.state) ? undefined : first.seat
}
