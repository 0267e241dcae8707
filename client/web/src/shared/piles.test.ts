import { expect, test } from 'vitest'
import type { GroupLayout, TableLayout } from '../wire/types'
import { gainText, partsOf, pileOfKey, pointsText, roundOf } from './piles'

const group = (id: string, each: number): GroupLayout => ({
  id,
  name: id,
  kind: 'reserve',
  places: Array.from({ length: 2 * each }, (_, i) => ({ x: 0, y: 0, angle: 0, dx: 0, dy: 0, label: '', owner: Math.floor(i / each) })),
  tail: 0,
  counted: false,
})
const LAYOUT: TableLayout = {
  groups: [group('foundations', 4), group('demon', 1), group('work', 4), group('stock', 1), group('waste', 1)],
  actions: [],
  counters: ['home_0', 'home_1', 'stuck_0', 'stuck_1', 'gathered', 'out', '_seats'],
  phases: ['play', 'over'],
}

test('each seat has piles of its own, by the owners of the places', () => {
  const { of, owners } = partsOf(LAYOUT)
  expect(of[1]).toEqual({ demon: 9, work: [14, 15, 16, 17], stock: 19, waste: 21, foundations: [4, 5, 6, 7] })
  expect(owners[4]).toBe(1)
})

test('a digit names an own pile from which cards are played, and nothing else does', () => {
  const mine = { demon: 9, work: [14, 15, 16, 17], stock: 19, waste: 21, foundations: [4, 5, 6, 7] }
  expect([...'012345'].map((digit) => pileOfKey(mine, digit))).toEqual([9, 14, 15, 16, 17, 21])
  expect(['6', '', 't', '10'].map((key) => pileOfKey(mine, key))).toEqual([undefined, undefined, undefined, undefined])
})

test('the counters say how a round stands', () => {
  const parts = partsOf(LAYOUT)
  expect(roundOf(parts, [3, 0, 0, 1, 0, 0, 3, 0])).toEqual({ isOver: false, out: undefined, home: [3, 0], stuck: [false, true] })
  expect(roundOf(parts, [3, 9, 0, 0, 0, 2, 3, 1])).toMatchObject({ isOver: true, out: 1 })
})

test('points are written with a true minus, and those of one round with a plus', () => {
  expect([pointsText(7), pointsText(-12)]).toEqual(['7', '−12'])
  expect([7, 0, -12, undefined].map(gainText)).toEqual(['+7', '0', '−12', ''])
})
