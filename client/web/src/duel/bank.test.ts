import { describe, expect, it } from 'vitest'
import { boardFrom } from '../table/board'
import type { GroupLayout, Move, PilePlace, TableEvent, TableLayout } from '../wire/types'
import { bankHappenings, isFresh, isUndecided, leftIn, timely } from './bank'
import { turned } from './places'
import { ownerOf, sidesOf, type Bank } from './sides'

function group(id: string, kind: GroupLayout['kind'], ...owners: (number | undefined)[]): GroupLayout {
  const places = owners.map((owner, x): PilePlace => ({ x, y: owner === 1 ? 0 : 5, angle: 0, dx: 0, dy: 0, label: '', ...(owner === undefined ? {} : { owner }) }))
  return { id, name: id, kind, places, upright: places.map((place) => ({ ...place, y: place.y + 1 })), tail: 0, counted: false }
}

/** Piles: 0 to 7 foundations; 8 to 15 houses; 16, 17 reserves; 18, 19 wastes; 20, 21 stocks. */
const layout: TableLayout = {
  groups: [
    group('foundations', 'foundation', ...Array<undefined>(8).fill(undefined)),
    group('houses', 'tableau', ...Array<undefined>(8).fill(undefined)),
    group('reserve', 'reserve', 0, 1),
    group('waste', 'waste', 0, 1),
    group('stock', 'stock', 0, 1),
  ],
  actions: [],
  counters: ['seat', 'plays', 'called', 'stopped', 'phase'],
  phases: ['turn', 'over'],
}
const sides = sidesOf(layout)
const bank = sides.bank as Bank

function table(piles: Record<number, number[]>, counters = [0, 0, 0, 0, 0]) {
  return { piles: Array.from({ length: 22 }, (_, i) => piles[i] ?? []), counters }
}

function happened(piles: Record<number, number[]>, ...events: TableEvent[]) {
  return bankHappenings(bank, sides, boardFrom(table(piles)), events)
}

describe('Russian Bank at the table of a duel', () => {
  it('takes no list of the last turn for that of the next one', () => {
    const [stop, turn, play]: Move[] = [['stop'], ['turn', 20], [16, 8, 1]]
    expect(timely([stop as Move], true)).toEqual([])
    expect(timely([turn as Move, play as Move], false)).toEqual([])
    expect(timely([turn as Move, play as Move], true)).toHaveLength(2)
    expect(timely([stop as Move], false)).toHaveLength(1)
  })

  it('knows whose piles are whose', () => {
    expect([16, 18, 20].map((pile) => ownerOf(sides, pile))).toEqual([0, 0, 0])
    expect([17, 19, 21, 8, 0].map((pile) => ownerOf(sides, pile))).toEqual([1, 1, 1, undefined, undefined])
    expect(leftIn(bank, 0, table({ 16: [-1, 3], 18: [1], 20: [-1] }).piles)).toBe(4)
  })

  it('brings the own piles to the bottom, in a tall window too', () => {
    const [, , reserve] = turned(layout, 1).groups
    expect(reserve?.places.map(({ y, owner }) => [y, owner])).toEqual([[0, 0], [5, 1]])
    expect(reserve?.upright?.map(({ y, owner }) => [y, owner])).toEqual([[1, 0], [6, 1]])
    expect(turned(layout, 1).groups[1]).toEqual(layout.groups[1])
    expect(turned(layout, 0)).toBe(layout)
  })

  it('is fresh until a card has gone anywhere', () => {
    const dealt = Object.fromEntries(bank.houses.map((pile) => [pile, [1]]))
    expect(isFresh(bank, table(dealt).piles)).toBe(true)
    expect(isFresh(bank, table({ ...dealt, 18: [5] }).piles)).toBe(false)
    expect(isFresh(bank, table({ ...dealt, 8: [5, 4] }).piles)).toBe(false)
  })

  it('lets the player choose between loading the opponent and ending the turn', () => {
    const at = { pile: 20, index: 3 }
    expect(isUndecided(bank, 0, [[20, 18, 1], [20, 19, 1]], at)).toBe(true)
    expect(isUndecided(bank, 0, [[20, 18, 1]], at)).toBe(false)
    expect(isUndecided(bank, 0, [[20, 18, 1], [20, 19, 1], [20, 8, 1]], at)).toBe(false)
    expect(isUndecided(bank, 0, [[16, 19, 1], [16, 17, 1]], { pile: 16, index: 0 })).toBe(false)
  })

  it('tells moves, turned cards and calls', () => {
    expect(happened({ 16: [-1, 7], 8: [21] }, [0, 16, 8, 1], [3, 16, 0, 30])).toEqual([{ kind: 'moved', seat: 0, card: 7, pile: 8 }])
    expect(happened({ 20: [-1] }, [3, 20, 0, 12])).toEqual([{ kind: 'turned', seat: 0, card: 12 }])
    expect(happened({ 8: [21, 7], 16: [3] }, [0, 8, 16, 1], [5, 0, 1], [5, 3, 9])).toEqual([{ kind: 'stopped', seat: 1, pile: 8 }])
    expect(happened({}, [5, 2, 1])).toEqual([{ kind: 'called', seat: 1 }])
    expect(happened({}, [4, 0, []])).toEqual([{ kind: 'game' }])
  })
})
