/** Finds the leader of a race. Pure. */

import type { Seat } from '../wire/types'

type Standing = Pick<Seat, 'seat' | 'progress' | 'penalty' | 'state' | 'ended'>

/** The states of players who have stopped without winning. */
const OUT: readonly Seat['state'][] = ['stood', 'late', 'left']

/** Compares two standings; negative if `a` is ahead. Winners are compared by penalty and time, others by progress alone. */
function compared(a: Standing, b: Standing): number {
  const isHome = (seat: Standing) => Number(seat.state === 'finished')
  if (!isHome(a) || !isHome(b)) return isHome(b) - isHome(a) || b.progress - a.progress
  return a.penalty - b.penalty || (a.ended ?? 0) - (b.ended ?? 0)
}

/** The seat that leads alone; undefined if none does. A player who has given up leads no more, and nobody else leads before passing that progress. */
export function leaderOf(seats: readonly Standing[]): number | undefined {
  const [first, second] = [...seats].sort(compared)
  if (!first || !second || compared(first, second) === 0) return undefined
  return OUT.includes(first.state) ? undefined : first.seat
}
