import { describe, expect, it } from 'vitest'
import { HIDDEN, VEILED, type GroupLayout, type PilePlace } from '../wire/types'
import { placesOf, type Place } from './geometry'
import { cardName, emptyMark, moveWithCards, pileText } from './names'

const AT: PilePlace = { x: 0, y: 0, angle: 0, dx: 0, dy: 0, label: '' }

function place(dy: number, tail = 0): Place {
  const group: GroupLayout = { id: 'g', name: 'column', kind: 'tableau', places: [{ ...AT, dy }], tail, counted: false }
  return placesOf({ groups: [group], actions: [], counters: [], phases: ['play'] })[0]!
}

describe('a veiled card', () => {
  it('is called by who knows it, and is no card that lies face down', () => {
    expect(cardName(VEILED, 'Ann')).toBe('Ann knows it')
    expect(cardName(VEILED)).not.toBe(cardName(HIDDEN))
  })

  it('is told of a fan between those face down and those that all see', () => {
    expect(pileText(place(0.3), [HIDDEN, VEILED, VEILED, 0], undefined, 'Ann')).toBe('column: 1 card face down, 2 cards that Ann knows, ace of clubs')
  })

  it('is told of a squared pile where it is the top card', () => {
    expect(pileText(place(0), [HIDDEN, VEILED], undefined, 'Ann')).toBe('column: Ann knows it, 2 cards in all')
    expect(pileText(place(0), [VEILED, 0], undefined, 'Ann')).toBe('column: ace of clubs, 2 cards in all')
  })

  it('is not told where only the last cards of a pile are spread and it is none of them', () => {
    expect(pileText(place(0.3, 2), [VEILED, 0, 1], undefined, 'Ann')).toBe('column: ace of clubs, two of clubs')
  })
})

describe('an empty stock', () => {
  const empty = (action: string, label = '') => {
    const layout = { groups: [{ id: 's', name: 'stock', kind: 'stock' as const, places: [{ ...AT, label }], tail: 0, counted: true }], actions: [{ name: action, label: '', spots: false }], counters: [], phases: ['play'] }
    return emptyMark(placesOf(layout)[0]!, layout)
  }

  it('says that the cards come again only in games with redeals', () => {
    expect(empty('redeal')).toBe('↻')
    expect(empty('deal')).toBe('')
    expect(empty('redeal', 'stock')).toBe('stock')
  })
})

describe('a move with its cards', () => {
  const layout = { groups: [], actions: [{ name: 'discard', label: 'Take the pair', spots: true }], counters: [], phases: ['play'] }

  it('names the top card of a pile, and the card at a place in it', () => {
    const choices = { moves: [], piles: [[5, 0], [13, 7]] }
    expect(moveWithCards(['discard', 0, [1, 0]], choices, [], layout)).toBe('Take the pair: ace of clubs and ace of diamonds')
    expect(moveWithCards(['discard'], choices, [], layout)).toBe('Take the pair')
  })
})
