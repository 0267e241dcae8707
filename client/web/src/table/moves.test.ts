import { describe, expect, it, test } from 'vitest'
import type { GroupLayout, Move, TableLayout } from '../wire/types'
import { anyHome, hint, liftAt, litPiles, meantAction, meantMove, standsForAction, stepTo, tapMoves, targetsOf } from './moves'

const place = { x: 0, y: 0, angle: 0, dx: 0, dy: 0, label: '' }

function layout(...kinds: GroupLayout['kind'][]): TableLayout {
  return {
    groups: kinds.map((kind, i) => ({ id: `${kind}${i}`, name: kind, kind, places: [place], tail: 0, counted: false })),
    actions: [
      { name: 'turn', label: 'Turn', pile: 0, spots: false },
      { name: 'discard', label: 'Discard', spots: true },
    ],
    counters: [],
    phases: ['play'],
  }
}

describe('ordered actions', () => {
  const choices = { moves: [['discard', [0, 1], 1]] as Move[], piles: [[4, 5, 6], [7, 8]], ordered: true }

  it('begin with the card, and end with the place', () => {
    expect(liftAt(choices, { pile: 1, index: 1 })).toBeUndefined()
    expect(liftAt(choices, { pile: 0, index: 1 })).toEqual({ pile: 0, index: 1 })
    expect(litPiles(targetsOf(choices, [{ pile: 0, index: 1 }]))).toEqual(new Set([1]))
    expect(stepTo(choices, [{ pile: 0, index: 1 }], { pile: 1, index: 1 })).toEqual({ kind: 'move', moves: choices.moves })
  })
})

test('a press on the stock asks for its action, and on an empty stock for the last of them', () => {
  const table = layout('stock', 'waste')
  const both = { ...table, actions: [...table.actions, { name: 'redeal', label: 'Redeal', pile: 0, spots: false }] }
  expect(meantAction(both, [[-1, -1], [3]], 0)).toEqual(['turn'])
  expect(meantAction(both, [[], [3]], 0)).toEqual(['redeal'])
  expect(meantAction(table, [[], [3]], 0)).toEqual(['turn'])
  expect(meantAction(table, [[-1], [3]], 1)).toBeUndefined()
})

describe('plain moves', () => {
  const piles = [[-1, 20, 6, 31], [7], []]
  const moves: Move[] = [
    [0, 1, 3],
    [0, 2, 1],
  ]

  it('lift the pressed card, or the run that takes it along', () => {
    expect(liftAt({ moves, piles }, { pile: 0, index: 3 })).toEqual({ pile: 0, index: 3 })
    expect(liftAt({ moves, piles }, { pile: 0, index: 2 })).toEqual({ pile: 0, index: 1 })
    expect(liftAt({ moves, piles }, { pile: 0, index: 0 })).toBeUndefined()
    expect(liftAt({ moves, piles }, { pile: 1, index: 0 })).toBeUndefined()
  })

  it('light exactly their targets', () => {
    expect(litPiles(targetsOf({ moves, piles }, [{ pile: 0, index: 3 }]))).toEqual(new Set([2]))
    expect(litPiles(targetsOf({ moves, piles }, [{ pile: 0, index: 1 }]))).toEqual(new Set([1]))
  })

  it('are made by pressing a lit pile', () => {
    const picks = [{ pile: 0, index: 3 }]
    expect(stepTo({ moves, piles }, picks, { pile: 2, index: 0 })).toEqual({ kind: 'move', moves: [[0, 2, 1]] })
    expect(stepTo({ moves, piles }, picks, { pile: 1, index: 0 })).toEqual({ kind: 'none' })
  })
})

describe('actions with spots', () => {
  const piles = [[3], [16], [29], [5, 6, 7]]

  it('take pairs in either order', () => {
    const moves: Move[] = [
      ['discard', 0, 1],
      ['discard', 0, 2],
    ]
    const picked = [{ pile: 1, index: 0 }]
    expect(litPiles(targetsOf({ moves, piles }, picked))).toEqual(new Set([0]))
    expect(stepTo({ moves, piles }, picked, { pile: 0, index: 0 })).toEqual({ kind: 'move', moves: [['discard', 0, 1]] })
  })

  it('gather more than two cards one after the other', () => {
    const moves: Move[] = [['crown', 0, 1, 2]]
    expect(stepTo({ moves, piles }, [{ pile: 0, index: 0 }], { pile: 2, index: 0 })).toEqual({ kind: 'add' })
    const two = [
      { pile: 0, index: 0 },
      { pile: 2, index: 0 },
    ]
    expect(stepTo({ moves, piles }, two, { pile: 1, index: 0 })).toEqual({ kind: 'move', moves })
  })

  it('mean one card of a hand by its place', () => {
    const moves: Move[] = [['play', [3, 1], 0]]
    expect(stepTo({ moves, piles }, [{ pile: 3, index: 1 }], { pile: 0, index: 0 })).toEqual({ kind: 'move', moves })
    expect(targetsOf({ moves, piles }, [{ pile: 3, index: 2 }]).spots).toEqual([])
  })
})

describe('help', () => {
  const table = layout('stock', 'tableau', 'foundation', 'tableau')
  const piles = [[-1], [-1, 0], [], [20]]

  it('knows what a press on the stock means', () => {
    const moves: Move[] = [['turn'], [1, 2, 1]]
    expect(tapMoves({ moves, piles }, table, 0)).toEqual([['turn']])
    expect(tapMoves({ moves, piles }, table, 1)).toEqual([])
  })

  it('knows which piles stand for an action, whether it is legal or not', () => {
    expect([0, 1, 2, 3].map((pile) => standsForAction(table, piles, pile))).toEqual([true, false, false, false])
  })

  it('sends home only what may go home', () => {
    expect(anyHome({ moves: [[1, 2, 1]], piles }, table)).toEqual([1, 2, 1])
    expect(anyHome({ moves: [[2, 1, 1]], piles }, table)).toBeUndefined()
  })

  it('leave the choice among different cards for one foundation to the player', () => {
    const golf = layout('tableau', 'tableau', 'foundation', 'foundation')
    const moves: Move[] = [
      [0, 2, 1],
      [1, 2, 1],
    ]
    expect(anyHome({ moves, piles: [[5], [31], [6], []] }, golf)).toBeUndefined()
    expect(anyHome({ moves, piles: [[5], [5], [6], []] }, golf)).toEqual([0, 2, 1])
    expect(anyHome({ moves: [...moves, [1, 3, 1]], piles: [[5], [31], [6], []] }, golf)).toEqual([1, 3, 1])
  })

  it('hints at home first, then at uncovering, and at something else when asked again', () => {
    const moves: Move[] = [['turn'], [1, 3, 1], [1, 2, 1]]
    expect(hint({ moves, piles }, table, new Set())).toEqual([1, 2, 1])
    expect(hint({ moves, piles }, table, new Set(['[1,2,1]']))).toEqual([1, 3, 1])
    expect(hint({ moves, piles }, table, new Set(['[1,2,1]', '[1,3,1]']))).toEqual(['turn'])
    expect(hint({ moves: [], piles }, table, new Set())).toBeUndefined()
  })
})

test('a hint moves no card from one red four to the other while there is another move', () => {
  const table = layout('tableau', 'tableau', 'tableau', 'reserve')
  const piles = [[16, 2], [29], [9, 45], []] // the three of clubs lies on the four of diamonds, beside that of hearts
  expect(hint({ moves: [[0, 1, 1], [2, 3, 1]], piles }, table, new Set())).toEqual([2, 3, 1])
  expect(hint({ moves: [[0, 1, 1]], piles }, table, new Set())).toEqual([0, 1, 1])
})

describe('a card put where it can’t go', () => {
  const piles = [[1, 2, 3], [4]]
  const pairs = { ...layout('tableau', 'tableau'), actions: [{ name: 'discard', label: 'Discard', spots: true }] }

  it('means a plain move of it and all above it', () => {
    expect(meantMove({ moves: [], piles }, { ...pairs, actions: [] }, { pile: 0, index: 1 }, 1)).toEqual([0, 1, 2])
    expect(meantMove({ moves: [[1, 0, 1]], piles }, pairs, { pile: 0, index: 2 }, 1)).toEqual([0, 1, 1])
  })

  it('means the one action with cards of a game without plain moves', () => {
    expect(meantMove({ moves: [], piles }, pairs, { pile: 0, index: 2 }, 1)).toEqual(['discard', 0, 1])
    expect(meantMove({ moves: [], piles }, pairs, { pile: 0, index: 0 }, 1)).toEqual(['discard', [0, 0], 1])
  })
})
