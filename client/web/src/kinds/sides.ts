/** The sides at one table: partners sit opposite each other, everybody else is a side alone. Tells which sides still play. Pure. */

import type { ResultRow, RoomState, Seat } from '../wire/types'

/** True if players who sit opposite play together. */
export function hasPartners(options: RoomState['options']): boolean {
  return options['partners'] === true
}

/** True if a match consists of rounds, in which cards are counted, and not of games that somebody wins. */
export function isInRounds(options: RoomState['options']): boolean {
  return options['demon'] !== undefined
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

type Player = Pick<Seat, 'seat' | 'bot' | 'state'>

/** True if a player plays no more while others may go on. */
export function isOut({ state }: Pick<Seat, 'state'>): boolean {
  return OUT.includes(state)
}

/** The number of sides for which somebody still plays. */
function sidesLeft(seats: readonly Player[], options: RoomState['options']): number {
  return new Set(seats.filter((one) => !isOut(one)).map(({ seat }) => (hasPartners(options) ? sideOf(seat) : seat))).size
}

/** True if a game at a shared table ends once this player has given up: one side is left, or only bots, who do not play on alone. */
export function endsWithout(seats: readonly Player[], own: number | undefined, options: RoomState['options']): boolean {
  const others = seats.filter((one) => one.seat !== own && !isOut(one))
  return sidesLeft(others, options) < 2 || others.every(({ bot }) => bot !== undefined)
}

/** True if a game at one table ended undecided: several sides were left, but no person played any more. */
export function isBrokenOff(seats: readonly Player[], options: RoomState['options']): boolean {
  const people = seats.filter(({ bot }) => bot === undefined)
  return people.length > 0 && people.every(isOut) && sidesLeft(seats, options) > 1
}

/** The standing of each side, under its lowest seat: what its players have achieved together. A side is out once all its players are. */
export function sideStandings(seats: readonly Seat[]): Seat[] {
  return [0, 1].flatMap((side) => {
    const members = seats.filter(({ seat }) => sideOf(seat) === side)
    const stands = members.find((one) => !isOut(one)) ?? members[0]
    if (!stands) return []
    return [{ ...stands, seat: Math.min(...members.map(({ seat }) => seat)), progress: members.reduce((sum, { progress }) => sum + progress, 0) }]
  })
}
