/** The sides of a table with partners, who sit opposite each other. Pure. */

import type { ResultRow, RoomState, Seat } from '../wire/types'

/** True if those who sit opposite play together. */
export function hasPartners(options: RoomState['options']): boolean {
  return options['partners'] === true
}

/** The side of a seat at a table with partners: 0 or 1. */
export function sideOf(seat: number): number {
  return seat % 2
}

/** A line of the results: one player, or partners together. */
export interface SideRow extends ResultRow {
  readonly members: readonly ResultRow[]
}

/** The results with partners as one line under their joined names, and with places among those lines. A partner who has left the game keeps a line of their own. */
export function bySides(rows: readonly ResultRow[], options: RoomState['options'], joined: (names: readonly string[]) => string): SideRow[] {
  if (!hasPartners(options)) return rows.map((row) => ({ ...row, members: [row] }))
  const sides = new Map<string, ResultRow[]>()
  for (const row of rows) {
    const key = `${row.rank} ${sideOf(row.seat)}`
    sides.set(key, [...(sides.get(key) ?? []), row])
  }
  const lines = [...sides.values()]
  return lines.flatMap((members) => {
    const [first] = members
    if (!first) return []
    const rank = 1 + lines.filter(([other]) => other && other.rank < first.rank).length
    return [{ ...first, rank, name: joined(members.map(({ name }) => name)), members }]
  })
}

const OUT: readonly Seat['state'][] = ['stood', 'late', 'left']

/** The standing of each side, under its lowest seat: what its players have achieved together. A side is out once all its players are. */
export function sideStandings(seats: readonly Seat[]): Seat[] {
  return [0, 1].flatMap((side) => {
    const members = seats.filter(({ seat }) => sideOf(seat) === side)
    const stands = members.find(({ state }) => !OUT.includes(state)) ?? members[0]
    if (!stands) return []
    return [{ ...stands, seat: Math.min(...members.map(({ seat }) => seat)), progress: members.reduce((sum, { progress }) => sum + progress, 0) }]
  })
}
