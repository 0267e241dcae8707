import { describe, expect, it } from 'vitest'
import type { GroupLayout, TableLayout } from '../wire/types'
import { stepsOfMove, topOf } from './steps'

function group(kind: GroupLayout['kind'], size: number): GroupLayout {
  return { id: kind, name: kind, kind, places: Array.from({ length: size }, () => ({ x: 0, y: 0, angle: 0, dx: 0, dy: 0, label: '' })), tail: 0, counted: false }
}

const table: TableLayout = {
  groups: [group('stock', 1), group('tableau', 2), group('reserve', 3)],
  actions: [
    { name: 'turn', label: 'Turn', pile: 0, spots: false },
    { name: 'reveal', label: 'Reveal', pile: 3, spots: false },
    { name: 'discard', label: 'Discard', spots: true },
  ],
  counters: [],
  phases: ['play'],
}

describe('a move that is shown', () => {
  const piles = [[1, 2, 3], [4], [], [], [5], [-1]]

  it('begins with the lowest card that is moved', () => {
    expect(stepsOfMove([0, 1, 2], piles, table)).toEqual({ first: { pile: 0, index: 1 }, rest: [{ pile: 1, index: 0 }] })
  })

  it('begins with a card of an action, never with an empty place, and goes to the very cards it names', () => {
    expect(stepsOfMove(['discard', 2, [0, 1]], piles, table)).toEqual({ first: { pile: 0, index: 1 }, rest: [{ pile: 2, index: 0 }] })
    expect(stepsOfMove(['discard', 1, [0, 1]], piles, table)).toEqual({ first: { pile: 1, index: 0 }, rest: [{ pile: 0, index: 1 }] })
    expect(stepsOfMove(['discard', 2], piles, table)).toEqual({ first: undefined, rest: [{ pile: 2, index: 0 }] })
  })

  it('is a press on the pile that stands for an action, if there is one', () => {
    expect(stepsOfMove(['turn'], piles, table)).toEqual({ first: { pile: 0, index: 2 }, rest: [] })
    expect(stepsOfMove(['turn'], [[], ...piles.slice(1)], table)).toEqual({ first: undefined, rest: [{ pile: 0, index: 0 }] })
    expect(stepsOfMove(['redeal'], piles, table)).toEqual({ first: undefined, rest: [] })
  })

  it('is a press on a card that lies face down where several piles stand for an action', () => {
    expect(stepsOfMove(['reveal'], piles, table)).toEqual({ first: { pile: 5, index: 0 }, rest: [] })
  })

  it('has index 0 for an empty place', () => {
    expect(topOf(piles, 2)).toEqual({ pile: 2, index: 0 })
  })
})
