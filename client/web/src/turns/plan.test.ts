import { describe, expect, it } from 'vitest'
import { boxesOf, expectApart, WINDOWS } from '../shared/drawn.setup'
import type { Wanted } from '../shared/plan'
import { LAYOUT } from './four.setup'
import { laid, PLATE, planOf } from './plan'

/** A table as it is drawn, with `many` cards on each discard pile. */
function drawn(wanted: Wanted, many = 20) {
  const counts = Array.from({ length: 30 }, () => many)
  return boxesOf(laid(LAYOUT, planOf(LAYOUT, wanted), wanted, counts), wanted, PLATE)
}

describe('the plan of a table by turns', () => {
  for (const [name, [width, height]] of Object.entries(WINDOWS)) {
    for (const seats of [[0, 1, 3], [0, 1, 2, 3]]) {
      for (const own of [0, 3, undefined]) {
        it(`keeps all apart and in a ${name} window, with ${seats.length} players, for ${own === undefined ? 'spectators' : `seat ${own}`}`, () => {
          const { boxes } = drawn({ width, height, seats, own })
          // Six piles and a plate each, four piles in the centre, and the stock.
          expect(boxes).toHaveLength(seats.length * 7 + 5)
          expectApart(boxes, { width, height })
        })
      }
    }
  }

  it('is readable for four on a laptop and on a phone', () => {
    const seats = [0, 1, 2, 3]
    const [laptop, phone] = [drawn({ width: 1366, height: 610, seats, own: 1 }), drawn({ width: 390, height: 690, seats, own: 1 })]
    expect(laptop.card).toBeGreaterThanOrEqual(96)
    expect(laptop.small).toBeGreaterThanOrEqual(58)
    expect(phone.card).toBeGreaterThanOrEqual(64)
    expect(phone.small).toBeGreaterThanOrEqual(26)
  })

  it('lets no discard pile grow out of its place', () => {
    const wanted = { width: 390, height: 690, seats: [0, 1, 2, 3], own: 0 }
    const lowest = (many: number) => drawn(wanted, many).boxes.find(({ name }) => name === 'pile 8')?.bottom ?? 0
    expect(lowest(40)).toBeCloseTo(lowest(20), 0)
    expect(lowest(20)).toBeGreaterThanOrEqual(lowest(2))
  })

  it('has the others clockwise from the own seat', () => {
    const { plates } = planOf(LAYOUT, { width: 1366, height: 610, seats: [0, 1, 2, 3], own: 2 })
    expect(plates.map(({ seat }) => seat)).toEqual([3, 0, 1, 2])
    const [left, middle, right, own] = plates.map(({ left, top }) => ({ left, top }))
    expect(left!.left < middle!.left && middle!.left < right!.left).toBe(true)
    expect(own!.top).toBeGreaterThan(right!.top)
    expect(planOf(LAYOUT, { width: 1366, height: 610, seats: [0, 1, 3], own: undefined }).plates.map(({ seat }) => seat)).toEqual([0, 1, 3])
  })
})
