import { expect, test } from 'vitest'
import type { ResultRow, Seat } from '../wire/types'
import { bySides, sideStandings } from './sides'

const row = (seat: number, rank: number, won = false) => ({ seat, rank, won, name: 'Ann Bob Cid Dan'.split(' ')[seat] }) as ResultRow
const seat = (number: number, progress: number, state = 'playing') => ({ seat: number, progress, state }) as Seat

/** The lines of results, each as its place and names. */
function lines(rows: readonly ResultRow[], partners: boolean): string[] {
  return bySides(rows, { partners }, (names) => names.join('+')).map(({ rank, name }) => `${rank} ${name}`)
}

test('partners share one line of the results, and the other side is second', () => {
  const rows = [row(1, 1, true), row(3, 1, true), row(0, 3), row(2, 3)]
  expect(lines(rows, true)).toEqual(['1 Bob+Dan', '2 Ann+Cid'])
  expect(lines(rows, false)).toEqual(['1 Bob', '1 Dan', '3 Ann', '3 Cid'])
})

test('sides that are level share the first place', () => {
  expect(lines([0, 1, 2, 3].map((one) => row(one, 1)), true)).toEqual(['1 Ann+Cid', '1 Bob+Dan'])
})

test('a partner who has left comes last alone', () => {
  expect(lines([row(1, 1, true), row(0, 2), row(2, 2), row(3, 4)], true)).toEqual(['1 Bob', '2 Ann+Cid', '3 Dan'])
})

test('a side stands where its players stand together, and is out once both are', () => {
  const stands = (...seats: Seat[]) => sideStandings(seats).map((one) => `${one.seat} ${one.progress} ${one.state}`)
  expect(stands(seat(0, 2), seat(1, 3), seat(2, 4), seat(3, 1))).toEqual(['0 6 playing', '1 4 playing'])
  expect(stands(seat(0, 2, 'late'), seat(1, 3, 'late'), seat(2, 4), seat(3, 1, 'stood'))).toEqual(['0 6 playing', '1 4 late'])
})
