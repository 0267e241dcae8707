import { expect, test } from 'vitest'
import type { ResultRow, Seat } from '../wire/types'
import { bySides, endsWithout, isBrokenOff, sideStandings } from './sides'

const row = (seat: number, rank: number, won = false) => ({ seat, rank, won, name: 'Ann Bob Cid Dan'.split(' ')[seat] }) as ResultRow
const seat = (number: number, progress: number, state = 'playing') => ({ seat: number, progress, state }) as Seat

/** The lines of results, each as its place and names. */
function lines(rows: readonly ResultRow[], partners: boolean): string[] {
  return bySides(rows, { partners }, (names) => names.join('+')).map(({ rank, name }) => `${rank} ${name}`)
}

test('partners share one line of the results, and the other side is second', () => {
  const rows = [row(1, 1, true), row(3, 1, true), row(0, 2), row(2, 2)]
  expect(lines(rows, true)).toEqual(['1 Bob+Dan', '2 Ann+Cid'])
  expect(lines(rows, false)).toEqual(['1 Bob', '1 Dan', '2 Ann', '2 Cid'])
})

test('sides that are level share the first place', () => {
  expect(lines([0, 1, 2, 3].map((one) => row(one, 1)), true)).toEqual(['1 Ann+Cid', '1 Bob+Dan'])
})

test('a partner who has left comes last alone', () => {
  expect(lines([row(1, 1, true), row(0, 2), row(2, 2), row(3, 3)], true)).toEqual(['1 Bob', '2 Ann+Cid', '3 Dan'])
})

test('a side stands where its players stand together, and is out once both are', () => {
  const stands = (...seats: Seat[]) => sideStandings(seats).map((one) => `${one.seat} ${one.progress} ${one.state}`)
  expect(stands(seat(0, 2), seat(1, 3), seat(2, 4), seat(3, 1))).toEqual(['0 6 playing', '1 4 playing'])
  expect(stands(seat(0, 2, 'late'), seat(1, 3, 'late'), seat(2, 4), seat(3, 1, 'stood'))).toEqual(['0 6 playing', '1 4 late'])
})

type State = Seat['state']
const person = (seat: number, state: State = 'playing') => ({ seat, state })
const bot = (seat: number, state: State = 'playing') => ({ seat, bot: 'fair', state })
const PARTNERS = { partners: true }

test('a match goes on while two players are left, one of them a person', () => {
  expect(endsWithout([person(0), person(1), bot(2)], 0, {})).toBe(false)
  expect(endsWithout([person(0), person(1), person(2)], 1, {})).toBe(false)
})

test('it ends with the last person, and where one player is left', () => {
  expect(endsWithout([person(0), bot(1), bot(2)], 0, {})).toBe(true)
  expect(endsWithout([person(0), person(1)], 0, {})).toBe(true)
  expect(endsWithout([person(0), person(1, 'stood'), bot(2), bot(3)], 0, {})).toBe(true)
  expect(endsWithout([person(0), person(1, 'late'), bot(2), bot(3)], 0, {})).toBe(true)
})

test('partners play on for one who leaves, and it ends with a side', () => {
  const [one, two] = [person(0), person(2)]
  expect(endsWithout([one, person(1), two, person(3)], 3, PARTNERS)).toBe(false)
  expect(endsWithout([one, person(1, 'stood'), two, person(3)], 3, PARTNERS)).toBe(true)
  expect(endsWithout([one, person(1, 'stood'), two, person(3)], 3, {})).toBe(false)
})

test('a game is broken off if several sides were left, and all of them bots', () => {
  expect(isBrokenOff([person(0, 'late'), bot(1, 'finished'), bot(2, 'finished')], {})).toBe(true)
  expect(isBrokenOff([person(0, 'late'), bot(1, 'finished')], {})).toBe(false)
  expect(isBrokenOff([person(0, 'finished'), bot(1, 'finished'), bot(2, 'finished')], {})).toBe(false)
  expect(isBrokenOff([bot(0, 'finished'), bot(1, 'finished')], {})).toBe(false)
  const four = [person(0, 'stood'), bot(1, 'finished'), person(2, 'late'), bot(3, 'finished')]
  expect([isBrokenOff(four, PARTNERS), isBrokenOff(four, {})]).toEqual([false, true])
})
