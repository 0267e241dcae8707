/** How far racers are: what messages change in the seats of a room. Pure. */

import type { Change, Line, Seat } from '../wire/types'

/** What the number of a state stands for. */
const STATES: Seat['state'][] = ['playing', 'stuck', 'finished', 'stood', 'late', 'left']

/** The seats after these lines were told. */
export function withLines(seats: readonly Seat[], lines: readonly Line[]): Seat[] {
  return seats.map((seat) => {
    const line = lines.find(([of]) => of === seat.seat)
    if (!line) return seat
    const [, progress, moves, state = 0, penalty = 0, ended] = line
    const changed: Seat = { ...seat, progress, moves, state: STATES[state] ?? seat.state, penalty }
    if (ended === undefined) delete changed.ended
    else changed.ended = ended
    return changed
  })
}

/** The seats after a change of a seat's board. */
export function withChange(seats: readonly Seat[], of: number, change: Change): Seat[] {
  if (typeof change !== 'number') return withLines(seats, [change])
  return seats.map((seat) => (seat.seat === of ? { ...seat, moves: seat.moves + change } : seat))
}
