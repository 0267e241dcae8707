import { describe, expect, it } from 'vitest'
import { boardFrom } from '../table/board'
import type { TableEvent } from '../wire/types'
import { LAYOUT } from './four.setup'
import { partsOf } from './parts'
import { toldMove } from './told'

const [TWO, FIVE_OF_HEARTS, KING_OF_SPADES, HIDDEN] = [1, 30, 51, -1]
const parts = partsOf(LAYOUT)
const NAMES = ['Ann', 'Bob', 'Cid', 'Dan']

/** The words for events at a table with these piles, in the turn of a seat, for a spectator. */
function told(seat: number, piles: Record<number, number[]>, ...events: TableEvent[]) {
  return toldTo(undefined, seat, piles, ...events)
}

/** The words for the same events, for the player on the seat `own`. */
function toldTo(own: number | undefined, seat: number, piles: Record<number, number[]>, ...events: TableEvent[]) {
  const all = Array.from({ length: 30 }, (_, pile) => piles[pile] ?? [])
  return toldMove(parts, boardFrom({ piles: all, counters: [seat, 0, 0, 0, 0] }), events, (one) => NAMES[one] ?? '', own)
}

describe('a move at a table by turns, in words', () => {
  it('says which pile the card comes from, and where it goes', () => {
    expect(told(1, { 1: [HIDDEN, TWO], 25: [0] }, [0, 1, 25, 1])).toEqual({ seat: 1, pile: 25, text: 'Bob: two of clubs from the pile to centre 2' })
    expect(told(1, { 14: [TWO], 24: [0] }, [0, 14, 24, 1])?.text).toBe('Bob: two of clubs from a discard pile to centre 1')
    expect(told(3, { 7: [HIDDEN, HIDDEN], 26: [0] }, [2, 7, 1, 26, 1, [TWO]])?.text).toBe('Dan: two of clubs from hand to centre 3')
  })

  it('counts the discard piles of their owner', () => {
    expect(told(2, { 6: [HIDDEN] }, [2, 6, 0, 18, 0, [FIVE_OF_HEARTS]])).toEqual({ seat: 2, pile: 18, text: 'Cid: five of hearts to discard pile 3' })
  })

  it('says what a king stands for in the centre, and not elsewhere', () => {
    expect(told(0, { 4: [HIDDEN], 27: [0, 1] }, [2, 4, 0, 27, 2, [KING_OF_SPADES]])?.text).toBe('Ann: king of spades as three from hand to centre 4')
    expect(told(0, { 4: [HIDDEN] }, [2, 4, 0, 8, 0, [KING_OF_SPADES]])?.text).toBe('Ann: king of spades to discard pile 1')
  })

  it("says whose pile it is when a card is the partner's", () => {
    const pile = { 2: [HIDDEN, TWO], 24: [0] }
    expect(told(0, pile, [0, 2, 24, 1])).toMatchObject({ seat: 0, text: 'Ann: two of clubs from the pile of Cid to centre 1' })
    expect(toldTo(2, 0, pile, [0, 2, 24, 1])?.text).toBe('Ann: two of clubs from your pile to centre 1')
    const discards = { 16: [TWO], 24: [0] }
    expect(told(0, discards, [0, 16, 24, 1])?.text).toBe('Ann: two of clubs from a discard pile of Cid to centre 1')
    expect(toldTo(2, 0, discards, [0, 16, 24, 1])?.text).toBe('Ann: two of clubs from one of your discard piles to centre 1')
  })

  it('is nothing for cards that are drawn or gathered, or face down', () => {
    expect(told(0, { 29: [HIDDEN] }, [0, 29, 4, 1])).toBeUndefined()
    expect(told(0, { 8: [FIVE_OF_HEARTS] }, [0, 8, 28, 1])).toBeUndefined()
    expect(told(0, { 0: [HIDDEN] }, [0, 0, 24, 1])).toBeUndefined()
    expect(told(0, {})).toBeUndefined()
  })
})
