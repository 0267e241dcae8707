import { describe, expect, it } from 'vitest'
import { sidesOf } from './sides'
import type { JudgedMove, Move, TableLayout } from '../wire/types'
import { LEAST, listed, mistakesOf, moveAt, moveText } from './mistakes'

const group = (id: string, owners: (number | undefined)[]) => ({ id, name: id, kind: 'hand', places: owners.map((owner) => ({ x: 0, y: 0, angle: 0, dx: 0, dy: 0, label: '', owner })) })
/** Piles: riddance 0 1, hands 2 3, discards 4 to 7, centre 8 9, stock 10, completed 11. */
const layout = {
  groups: [group('riddance', [0, 1]), group('hand', [0, 1]), group('discards', [0, 0, 1, 1]), group('centre', [undefined, undefined]), group('stock', [undefined]), group('completed', [undefined])],
  actions: [{ name: 'stand', label: 'Stand' }],
  counters: [],
  phases: ['turn', 'over'],
} as unknown as TableLayout
const sides = sidesOf(layout)
/** Seat 0 has the ace of clubs to get rid of; seat 1 holds the two of clubs and a king, which is wild; a two lies in its second discard pile. */
const piles = [[0], [5], [], [1, 12], [], [], [], [1], [], [0], [], []]

function judged(position: number, loss = 0): JudgedMove {
  return { position, at: 1000 * position, seat: 0, played: ['stand'], chance: 500, loss }
}

describe('the mistakes of a duel', () => {
  it('are the moves that lose enough, the greatest first, and then in order', () => {
    const moves = [judged(1, LEAST - 1), judged(2, 30), judged(3), judged(4, 90), judged(5, 30)]
    expect(mistakesOf(moves).map(({ position }) => position)).toEqual([4, 2, 5])
    expect(listed(mistakesOf(Array.from({ length: 40 }, (_, i) => judged(i, 100))))).toHaveLength(12)
  })

  it('are found by the position that is shown', () => {
    const moves = [judged(0), judged(3), judged(4)]
    expect([0, 1, 3, 4, 5].map((position) => moveAt(moves, position))).toEqual([0, 1, 1, 2, -1])
  })

  it('are told in the words of a duel', () => {
    const text = (move: Move) => moveText('Ann', move, piles, sides, layout)
    expect(text(['play', 0, 8])).toBe('Ann: ace of clubs from the pile to centre 1')
    expect(text(['play', [3, 0], 9])).toBe('Ann: two of clubs from hand to centre 2')
    expect(text(['play', [3, 1], 9])).toBe('Ann: king of clubs as two from hand to centre 2')
    expect(text(['play', 7, 9])).toBe('Ann: two of clubs from a discard pile to centre 2')
    expect(text(['discard', [3, 1], 7])).toBe('Ann: king of clubs to discard pile 2')
    expect(text(['stand'])).toBe('Ann: Stand')
  })
})
