import { describe, expect, it } from 'vitest'
import { VEILED, type GroupLayout, type PilePlace } from '../wire/types'
import { placesOf } from './geometry'
import { nextRank, tallyOf } from './told'

const [ACE, TWO, QUEEN, QUEEN_OF_HEARTS] = [0, 1, 11, 37]
const AT: PilePlace = { x: 0, y: 0, angle: 0, dx: 0, dy: 0, label: '' }

function placesIn(...groups: Partial<GroupLayout>[]) {
  const whole = groups.map((group): GroupLayout => ({ id: 'g', name: 'g', kind: 'foundation', places: [AT, AT], tail: 0, counted: false, ...group }))
  return placesOf({ groups: whole, actions: [], counters: ['line'], phases: ['play'] }, false)
}

describe('the rank that a pile takes next', () => {
  const [, , first, second] = placesIn({}, { order: { pile: 0, ranks: [[2, 3], [4, 6]] } })

  it('depends on the card that gives the order and on how many cards lie there', () => {
    const piles = [[ACE], [QUEEN, TWO], [], [3]]
    expect(nextRank(first!, piles)).toBe(2)
    expect(nextRank(second!, piles)).toBe(6)
  })

  it('is none where the pile is full, or no card gives an order', () => {
    expect(nextRank(first!, [[ACE], [], [1, 2], []])).toBeUndefined()
    expect(nextRank(first!, [[], [], [], []])).toBeUndefined()
    expect(nextRank(placesIn({})[0]!, [[ACE], []])).toBeUndefined()
  })

  it('is not known while the card that gives the order is veiled', () => {
    expect(nextRank(first!, [[VEILED], [QUEEN], [], []])).toBeUndefined()
  })
})

describe('cards that are counted', () => {
  const [pile, other] = placesIn({ tally: { rank: 12, above: 0 } })

  it('are those of the rank above the line', () => {
    const piles = [[QUEEN, ACE, QUEEN_OF_HEARTS, TWO, QUEEN], []]
    expect(tallyOf(pile!, piles, [0])).toBe(3)
    expect(tallyOf(pile!, piles, [1])).toBe(2)
    expect(tallyOf(pile!, piles, [5])).toBe(0)
    expect(tallyOf(other!, piles, [0])).toBe(0)
  })

  it('are not known while one above the line is veiled', () => {
    const piles = [[VEILED, QUEEN, ACE], []]
    expect(tallyOf(pile!, piles, [0])).toBeUndefined()
    expect(tallyOf(pile!, piles, [1])).toBe(1)
  })

  it('are none where nothing is to be counted', () => {
    expect(tallyOf(placesIn({})[0]!, [[QUEEN], []], [0])).toBe(0)
  })
})
