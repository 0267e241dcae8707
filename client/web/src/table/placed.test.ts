import { describe, expect, it } from 'vitest'
import { applyEvent, boardFrom, copyBoard } from './board'
import type { GroupLayout, PilePlace, TableLayout } from '../wire/types'
import { fitTable, placesOf } from './geometry'
import { angleOf, placeCards } from './placed'

function at(x: number, y: number, more: Partial<PilePlace> = {}): PilePlace {
  return { x, y, angle: 0, dx: 0, dy: 0, label: '', ...more }
}

function layout(...places: PilePlace[]): TableLayout {
  const group: GroupLayout = { id: 'tableau', name: 'tableau', kind: 'tableau', places, tail: 0, counted: false }
  return { groups: [group], actions: [], counters: [], phases: ['play'] }
}

const places = placesOf(layout(at(0, 0, { dy: 0.3 }), at(1, 0), at(2, 0)))
const board = boardFrom({ piles: [[1, 2, 3], [4, 5, 6, 7], []], counters: [] })
const fit = fitTable(places, board.piles, 800, 600)
const cards = placeCards(board, places, fit, false, new Map())

describe('placed cards', () => {
  it('come in the order of their keys, wherever they lie', () => {
    const next = copyBoard(board)
    applyEvent(next, [0, 0, 2, 1])
    applyEvent(next, [0, 1, 0, 2])
    const keys = [...placeCards(next, places, fit, false, cards).keys()]
    expect(keys).toEqual([...keys].sort((a, b) => a - b))
  })

  it('stay the same objects unless something about them changes', () => {
    const next = copyBoard(board)
    applyEvent(next, [0, 0, 2, 1])
    const moved = board.keys[0]?.[2]
    for (const [key, card] of placeCards(next, places, fit, false, cards)) {
      if (key === moved) expect(card).toMatchObject({ pile: 2, index: 0, code: 3 })
      else expect(card).toBe(cards.get(key))
    }
  })

  it('lie under another one that covers them wholly, but for the topmost two', () => {
    const under = (pile: number) => board.keys[pile]?.map((key) => cards.get(key)?.under)
    expect(under(0)).toEqual([false, false, false])
    expect(under(1)).toEqual([true, true, false, false])
  })

  it('lie above those before them, and in mirrored tables as far from the other edge', () => {
    const mirrored = placeCards(board, places, fit, true, new Map())
    for (const [key, card] of cards) {
      expect(card.z).toBe(card.index + 1)
      expect(mirrored.get(key)?.x).toBeCloseTo(fit.width - card.x, 0)
      expect(mirrored.get(key)?.y).toBe(card.y)
    }
  })

  it('of a wide fan to the left lie each under the one before, as long as the table is not mirrored', () => {
    const wing = placesOf(layout(at(4, 0, { dx: -0.4, angle: 0 })))
    const fan = boardFrom({ piles: [[1, 2, 3]], counters: [] })
    const depths = (mirrored: boolean) => [...placeCards(fan, wing, fitTable(wing, fan.piles, 800, 600), mirrored, new Map()).values()].map(({ z }) => z)
    expect(depths(false)).toEqual([3, 2, 1])
    expect(depths(true)).toEqual([1, 2, 3])
  })

  it('are turned the other way in a mirrored table', () => {
    const [slant] = placesOf(layout(at(0, 0, { angle: 30 })))
    expect([angleOf(slant!, false), angleOf(slant!, true)]).toEqual([30, -30])
  })
})
