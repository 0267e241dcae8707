import { expect, test } from 'vitest'
import { HIDDEN, type TableLayout } from '../wire/types'
import { LAYOUT } from './four.setup'
import { hasPartners } from '../kinds/sides'
import { countsDown, isByTurns, isWild, partnerOf, partsOf, turnStateOf, wanted } from './parts'

const [ACE, QUEEN, KING, KING_OF_SPADES] = [0, 11, 12, 51]

test('a shared table with hands is played by turns', () => {
  expect(isByTurns(LAYOUT)).toBe(true)
  const open: TableLayout = { ...LAYOUT, groups: LAYOUT.groups.filter(({ kind }) => kind !== 'hand') }
  expect(isByTurns(open)).toBe(false)
})

test('each seat has piles of its own, and the rest is common', () => {
  const { of, owners, centre, completed, stock } = partsOf(LAYOUT)
  expect(of).toHaveLength(4)
  expect(of[0]).toEqual({ riddance: 0, hand: 4, discards: [8, 9, 10, 11] })
  expect(of[3]).toEqual({ riddance: 3, hand: 7, discards: [20, 21, 22, 23] })
  expect({ centre, completed, stock }).toEqual({ centre: [24, 25, 26, 27], completed: 28, stock: 29 })
  expect([owners[2], owners[5], owners[16], owners[24], owners[29]]).toEqual([2, 1, 2, undefined, undefined])
})

test('the counters say whose turn it is and who is out', () => {
  const parts = partsOf(LAYOUT)
  expect(turnStateOf(parts, [2, 0, 1, 0, 0])).toEqual({ isOver: false, seat: 2, out: undefined })
  expect(turnStateOf(parts, [1, 0, 1, 1, 1])).toEqual({ isOver: true, seat: 1, out: 0 })
  expect(turnStateOf(parts, [1, 6, 1, 0, 1])).toMatchObject({ isOver: true, out: undefined })
})

test('partners sit opposite', () => {
  expect([0, 1, 2, 3].map((seat) => partnerOf(seat, true))).toEqual([2, 3, 0, 1])
  expect([partnerOf(1, false), partnerOf(undefined, true)]).toEqual([undefined, undefined])
  expect([hasPartners({ partners: true }), hasPartners({ partners: false }), hasPartners({})]).toEqual([true, false, false])
})

test('a king stands for any rank, a card face down for none', () => {
  expect([KING, KING_OF_SPADES, QUEEN, ACE, HIDDEN, undefined].map(isWild)).toEqual([true, true, false, false, false, false])
})

test('a centre pile takes its cards in order, whatever lies on it', () => {
  expect([undefined, [], [ACE], [ACE, KING, KING]].map(wanted)).toEqual([1, 1, 2, 4])
})

test('a room counts down to the next game only by a clock that awaits nobody', () => {
  expect(countsDown({ deadline: 44_000 })).toBe(true)
  expect(countsDown({ deadline: 44_000, seat: 2 })).toBe(false)
  expect(countsDown({})).toBe(false)
  expect(countsDown(undefined)).toBe(false)
})
