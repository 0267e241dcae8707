/** Applies messages about racers' standings to the seats of a room. Pure. */

import type { Change, Standing, Seat } from '../wire/types'

/** The states by their numbers on the wire. */
const STATES: Seat['state'][] = ['playing', 'stuck', 'finished', 'stood', 'late', 'left']

/** The seats with these standings. */
export function withStandings(seats: readonly Seat[], standings: readonly Standing[]): Seat[] {
  return seats.map((seat) => {
    const standing = standings.find(([of]) => of === seat.seat)
    if (!standing) return seat
    const [, progress, moves, state = 0, penalty = 0, ended] = standing
    const changed: Seat = { ...seat, progress, moves, state: STATES[state] ?? seat.state, penalty }
    if (ended === undefined) delete changed.ended
    else changed.ended = ended
    return changed
  })
}

/** The seats after a change of a seat's board. */
export function withChange(seats: readonly Seat[], of: number, change: Change): Seat[] {
  if (typeof change !== 'number') return withStandings(seats, [change])
  return seats.map((seat) => (seat.seat === of ? { ...seat, moves: seat.moves + change } : seat))
}
