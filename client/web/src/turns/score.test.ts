import { expect, test } from 'vitest'
import type { Seat } from '../wire/types'
import { scoreLines } from './score'

const seats = (...states: Seat['state'][]) => states.map((state, seat) => ({ seat, state }))
const four = seats('playing', 'playing', 'playing', 'playing')

test('each player has a line, the best first', () => {
  expect(scoreLines(four, false, [5, 9, 2, 9], [1, 2, 0, 3])).toEqual([
    { seats: [1], game: 2, all: 9 },
    { seats: [3], game: 3, all: 9 },
    { seats: [0], game: 1, all: 5 },
    { seats: [2], game: 0, all: 2 },
  ])
})

test('partners share a line', () => {
  expect(scoreLines(four, true, [5, 16, 5, 16], undefined)).toEqual([
    { seats: [1, 3], game: undefined, all: 16 },
    { seats: [0, 2], game: undefined, all: 5 },
  ])
})

test('a side has the points of the partner who plays on', () => {
  expect(scoreLines(seats('late', 'playing', 'playing', 'playing'), true, [3, 16, 30, 16], [0, 4, 12, 4])[0]).toEqual({ seats: [0, 2], game: 12, all: 30 })
})
