import { expect, test } from 'vitest'
import { eventsAhead } from './ahead'

const PILES = [[7], [3, 4, 5], [], [9, 9]]

test('the top card of a pile goes to its target', () => {
  expect(eventsAhead(['play', 0, 2], PILES)).toEqual([[0, 0, 2, 1]])
})

test('a card of the hand leaves its place, and is shown on top of its target', () => {
  expect(eventsAhead(['discard', [1, 1], 3], PILES)).toEqual([[2, 1, 1, 3, 2, [4]]])
})

test('what the server alone knows is not told ahead', () => {
  expect(eventsAhead(['stand'], PILES)).toBeUndefined()
  expect(eventsAhead([0, 2, 1], PILES)).toBeUndefined()
})
