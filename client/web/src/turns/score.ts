/** The score between two games of a match: a line for each player, or for partners together. Pure. */

import { isOut, sideOf } from '../kinds/sides'
import type { Seat } from '../wire/types'

/** A line: its players, the points of the game that has ended (undefined: not known), and of all games. */
export interface ScoreLine {
  readonly seats: readonly number[]
  readonly game: number | undefined
  readonly all: number
}

/** The lines, the best first. A side has the points of who still plays, because a partner who has left gains none. */
export function scoreLines(seats: readonly Pick<Seat, 'seat' | 'state'>[], partners: boolean, score: readonly number[], game: readonly number[] | undefined): ScoreLine[] {
  const sides = new Map<number, Pick<Seat, 'seat' | 'state'>[]>()
  for (const one of seats) {
    const side = partners ? sideOf(one.seat) : one.seat
    sides.set(side, [...(sides.get(side) ?? []), one])
  }
  const lines = [...sides.values()].map((members) => {
    const { seat } = members.find((one) => !isOut(one)) ?? (members[0] as Pick<Seat, 'seat'>)
    return { seats: members.map((one) => one.seat), game: game?.[seat], all: score[seat] ?? 0 }
  })
  return lines.sort((a, b) => b.all - a.all)
}
