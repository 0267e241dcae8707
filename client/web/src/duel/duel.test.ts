import { describe, expect, it } from 'vitest'
import { boardFrom } from '../table/board'
import type { GroupLayout, Move, PilePlace, RoomState, TableEvent, TableLayout } from '../wire/types'
import { Beginning, endOf } from './ended.svelte'
import { dueSources, taskOf } from './forced'
import { lateText, newlyLate } from './words'
import { placed } from './places'
import { jokerRanks, sidesOf, duelStateOf, type Sides } from './sides'
import { happenings, type Happening } from './story'

const JOKER = 52
const [ACE, TWO, SEVEN, KING] = [0, 1, 6, 12]

function group(id: string, kind: GroupLayout['kind'], ...owners: (number | undefined)[]): GroupLayout {
  const places = owners.map((owner): PilePlace => ({ x: 0, y: 0, angle: 0, dx: 0, dy: 0, label: '', ...(owner === undefined ? {} : { owner }) }))
  return { id, name: id, kind, places, tail: 0, counted: false }
}

/** Piles: 0, 1 riddance; 2, 3 hands; 4 to 11 discards; 12 to 19 centre; 20 completed; 21 stock. */
const layout: TableLayout = {
  groups: [
    group('riddance', 'reserve', 0, 1),
    group('hand', 'hand', 0, 1),
    group('discards', 'tableau', 0, 0, 0, 0, 1, 1, 1, 1),
    group('centre', 'foundation', ...Array<undefined>(8).fill(undefined)),
    group('completed', 'discard', undefined),
    group('stock', 'stock', undefined),
  ],
  actions: [],
  counters: ['seat', 'standing_0', 'standing_1', 'step', 'phase'],
  phases: ['turn', 'offer', 'compel', 'over'],
}
const sides: Sides = sidesOf(layout)
const [SEAT, STANDING_1, PHASE] = [0, 2, 4]

function table(piles: Record<number, number[]>, counters = [0, 0, 0, 0, 0]) {
  return { piles: Array.from({ length: 22 }, (_, i) => piles[i] ?? []), counters }
}

function happened(piles: Record<number, number[]>, events: TableEvent[], counters?: number[]) {
  return happenings(sides, boardFrom(table(piles, counters)), events)
}

describe('the parts of a table', () => {
  it('are found by group and owner', () => {
    expect(sides.of[1]).toEqual({ riddance: 1, hand: 3, discards: [8, 9, 10, 11] })
    expect([sides.centre[0], sides.completed, sides.stock, sides.full]).toEqual([12, 20, 21, 13])
  })

  it('lie with the own side at the bottom', () => {
    for (const shape of ['wide', 'tall'] as const) {
      for (const bottom of [0, 1] as const) {
        const [riddance, hand, discards] = placed(layout, bottom, shape, []).groups as [GroupLayout, GroupLayout, GroupLayout]
        const y = (places: PilePlace[], owner: number) => places.find((place) => place.owner === owner)?.y ?? 0
        for (const { places } of [riddance, hand, discards]) expect(y(places, bottom)).toBeGreaterThan(y(places, 1 - bottom))
      }
    }
  })

  it('keep a long discard pile within its room', () => {
    const last = (size: number) => placed(layout, 0, 'tall', table({}).piles.map(() => size)).groups[2]?.places[0]?.path?.[size - 1]?.[1]
    expect(last(40)).toBeCloseTo(last(12) as number)
    expect(last(1)).toBe(0)
  })

  it('show the whole marks of the latest cards of a long discard pile, and hide none of a short one', () => {
    for (const [marks, step] of [
      ['usual', 0.17],
      ['large', 0.3],
    ] as const) {
      const gaps = (size: number) => {
        const path = placed(layout, 0, 'tall', table({}).piles.map(() => size), marks).groups[2]?.places[0]?.path ?? []
        return path.slice(1, size).map(([, y], i) => y - (path[i]?.[1] ?? 0))
      }
      for (const gap of gaps(4)) expect(gap).toBeCloseTo(step)
      const long = gaps(14)
      for (const gap of long) expect(gap).toBeGreaterThan(0.02)
      for (const gap of long.slice(-2)) expect(gap).toBeCloseTo(step)
    }
  })

  it('lie above each other wherever there are long discard piles', () => {
    for (const shape of ['wide', 'tall'] as const) {
      const long = placed(layout, 0, shape, table({}).piles.map((_, i) => (i >= 8 && i < 12 ? 9 : 0)), 'large')
      const foot = Math.max(...(long.groups[2]?.places ?? []).filter((place) => place.owner === 1).map((place) => place.y + (place.path?.at(-1)?.[1] ?? 0)))
      expect(Math.min(...(long.groups[3]?.places ?? []).map((place) => place.y))).toBeGreaterThanOrEqual(foot + 1)
    }
  })
})

describe('a joker on a discard pile', () => {
  it('has the ranks that the cards below leave it', () => {
    expect(jokerRanks([JOKER])).toEqual([2, 13])
    expect(jokerRanks([9, JOKER, JOKER])).toEqual([8, 10])
    expect(jokerRanks([TWO, JOKER])).toEqual([2, 2])
    expect(jokerRanks([JOKER, SEVEN])).toBeUndefined()
  })
})

describe('what is asked of a player', () => {
  const state = duelStateOf(sides, [0, 0, 0, 0, 0])
  const ask = (piles: Record<number, number[]>, moves: Move[], given = state) => taskOf(sides, given, table(piles).piles, moves)

  it('is an upcard ace or a shown two before anything else', () => {
    expect(ask({ 0: [-1, ACE], 2: [5] }, [['play', 0, 12]])).toBe('ace')
    const twos: Move[] = [
      ['play', 4, 12],
      ['play', [2, 0], 12],
    ]
    expect(ask({ 0: [-1, KING], 2: [TWO], 4: [TWO] }, twos)).toBe('two')
    expect(dueSources(sides, state, twos, 'two')).toEqual([4])
  })

  it('is a free turn, a choice, or an answer otherwise', () => {
    expect(ask({ 2: [5] }, [['play', 0, 12], ['discard', [2, 0], 4]])).toBe('turn')
    expect(ask({ 2: [ACE] }, [['play', [2, 0], 12], ['stand']])).toBe('choice')
    expect(ask({}, [['stand']])).toBe('empty')
    expect(ask({}, [['stay']], duelStateOf(sides, [0, 1, 0, 0, 1]))).toBe('offer')
  })
})

describe('what has happened', () => {
  it('is a play, with what a joker stands for, and the pile it completes', () => {
    const pile = Array.from({ length: 12 }, (_, i) => i)
    const events: TableEvent[] = [
      [2, 3, 1, 12, 12, [JOKER]],
      [1, 12, 20, Array<number>(13).fill(-1)],
    ]
    expect(happened({ 3: [-1, -1], 12: pile }, events)).toEqual([
      { kind: 'play', seat: 1, from: 'hand', card: JOKER, pile: 12, rank: 13, wild: true },
      { kind: 'completed', pile: 12 },
    ])
    expect(happened({ 0: [-1, ACE] }, [[0, 0, 13, 1], [3, 0, 0, SEVEN]])).toEqual([
      { kind: 'play', seat: 0, from: 'riddance', card: ACE, pile: 13, rank: 1, wild: false },
    ])
  })

  it('is a discard, the cards drawn after it, and a new stock', () => {
    const events: TableEvent[] = [
      [2, 2, 0, 4, 0, [SEVEN]],
      [1, 21, 2, [KING]],
      [1, 20, 21, [-1]],
      [4, 21, [-1]],
      [5, SEAT, 1],
    ]
    expect(happened({ 2: [SEVEN, TWO], 20: [-1], 21: [-1] }, events)).toEqual([
      { kind: 'discard', seat: 0, card: SEVEN, pile: 4 },
      { kind: 'stock' },
      { kind: 'drew', seat: 0, n: 1 },
    ])
  })

  it('is standing, staying out and coming back', () => {
    expect(happened({}, [[5, STANDING_1, 1]])).toEqual([{ kind: 'stands', seat: 1 }])
    expect(happened({}, [[5, SEAT, 0], [5, PHASE, 0]], [1, 0, 1, 0, 1])).toEqual([{ kind: 'stays', seat: 1 }])
    expect(happened({ 3: [-1] }, [[5, STANDING_1, 0], [2, 3, 0, 12, 0, [ACE]]], [1, 0, 1, 0, 1])).toEqual([
      { kind: 'play', seat: 1, from: 'hand', card: ACE, pile: 12, rank: 1, wild: false },
      { kind: 'returns', seat: 1 },
    ])
  })

  it('is a redeal, or the next game of the match', () => {
    const gathered: TableEvent[] = [
      [1, 2, 21, [-1]],
      [1, 3, 21, [-1]],
      [4, 21, [-1, -1]],
      [1, 21, 2, [ACE]],
      [5, STANDING_1, 0],
    ]
    expect(happened({ 2: [KING], 3: [-1] }, gathered, [0, 0, 1, 0, 0])).toEqual([{ kind: 'redeal' }])
    expect(happened({}, [[4, 0, [-1, KING]], [4, 1, [-1, ACE]], [4, 21, [-1]]])).toEqual([{ kind: 'game' }])
  })
})

describe('the end of a game', () => {
  it('is told by the score before and after it', () => {
    expect(endOf([3, 0], [3, 9])).toEqual({ winner: 1, points: 9 })
    expect(endOf([3, 9], [3, 9])).toEqual({ winner: undefined, points: 0 })
  })

  it('counts from the score with which the game began, though its end may come ahead of the last move', () => {
    const beginning = new Beginning()
    expect([[0, 0], [0, 9], undefined].map((score) => beginning.sees(score))).toEqual([true, false, false])
    expect(beginning.score).toEqual([0, 0])
    expect([[0, 9], [5, 9]].map((score) => beginning.sees(score))).toEqual([true, false])
    expect(beginning.score).toEqual([0, 9])
  })
})

describe('a turn that the clock has ended', () => {
  const room = {
    phase: 'running',
    options: { max_timeouts: 3 },
    seats: [{ seat: 0, name: 'Ann' }, { seat: 1, name: 'Bob' }],
    clock: { timeouts: [0, 2] },
  } as unknown as RoomState
  const put: Happening = { kind: 'discard', seat: 1, card: SEVEN, pile: 8 }

  it('is noticed when the times in a row grow, and not when they begin anew', () => {
    expect(newlyLate([0, 1], [0, 2])).toEqual([1])
    expect(newlyLate([0, 2], [1, 0])).toEqual([0])
    expect(newlyLate([1, 2], [1, 0])).toEqual([])
  })

  it('is told with what was discarded and what comes of it, to both', () => {
    expect(lateText(room, 1, 1, [put])).toBe('Time is up: the seven of clubs was discarded for you. 2 of 3 in a row: the last one loses the game.')
    expect(lateText(room, 1, 0, [put])).toBe('Bob’s time was up: the seven of clubs was discarded. 2 of 3 in a row: the last one loses the game.')
  })

  it('is told without a card where none was discarded', () => {
    expect(lateText(room, 1, 1, [{ kind: 'stays', seat: 1 }])).toContain('your turn was ended for you')
    expect(lateText(room, 1, 0, [{ ...put, seat: 0 }])).toContain('the turn was ended')
  })
})
