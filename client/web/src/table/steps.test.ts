import { describe, expect, it } from 'vitest'
import type { TableLayout } from '../wire/types'
import { stepsOfMove, topOf } from './steps'

const table: TableLayout = {
  groups: [],
  actions: [
    { name: 'turn', label: 'Turn', pile: 0, spots: false },
    { name: 'discard', label: 'Discard', spots: true },
  ],
  counters: [],
  phases: ['play'],
}

describe('a move that is shown', () => {
  const piles = [[1, 2, 3], [4], []]

  it('begins with the lowest card that is moved', () => {
    expect(stepsOfMove([0, 1, 2], piles, table)).toEqual({ first: { pile: 0, index: 1 }, rest: [1] })
  })

  it('begins with a card of an action, never with an empty place', () => {
    expect(stepsOfMove(['discard', 2, [0, 1]], piles, table)).toEqual({ first: { pile: 0, index: 1 }, rest: [2] })
    expect(stepsOfMove(['discard', 0, 1], piles, table)).toEqual({ first: { pile: 0, index: 2 }, rest: [1] })
  })

  it('is a press on the pile that stands for an action, if there is one', () => {
    expect(stepsOfMove(['turn'], piles, table)).toEqual({ first: { pile: 0, index: 2 }, rest: [] })
    expect(stepsOfMove(['redeal'], piles, table)).toEqual({ first: undefined, rest: [] })
  })

  it('has index 0 for an empty place', () => {
    expect(topOf(piles, 2)).toEqual({ pile: 2, index: 0 })
  })
})
