import { describe, expect, it } from 'vitest'
import type { GroupLayout, PilePlace, TableLayout } from '../wire/types'
import { fitTable, placesOf } from './geometry'
import { leastStrip } from './strips'

function layout(places: Partial<PilePlace>[], tail = 0): TableLayout {
  const piles = places.map((place) => ({ x: 0, y: 0, angle: 0, dx: 0, dy: 0, label: '', ...place }))
  const group: GroupLayout = { id: 'tableau', name: 'tableau', kind: 'tableau', places: piles, tail, counted: false }
  return { groups: [group], actions: [], counters: [], phases: [] }
}

function strip(of: TableLayout, ...piles: number[][]): { down: number; across: number } {
  const places = placesOf(of)
  return leastStrip(fitTable(places, piles, 900, 300, { grows: false }), places, piles)
}

describe('what shows of covered cards', () => {
  const fans = layout([{ dy: 0.3 }, { x: 2, dx: 0.3 }, { x: 5 }])

  it('is all of them where none is covered', () => {
    expect(strip(fans, [1], [2], [3, 4])).toEqual({ down: 1.4, across: 1 })
  })

  it('is the step of the fans, down and across', () => {
    const few = strip(fans, [1, 2], [3, 4], [])
    expect(few.down).toBeGreaterThan(0.3)
    expect(few.across).toBeCloseTo(0.3 / 0.9)
    const many = strip(fans, Array.from({ length: 16 }, () => 1), [3, 4], [])
    expect(many.down).toBeLessThan(few.down)
    expect(many.across).toBeCloseTo(few.across)
  })

  it('counts neither cards face down nor those that are squared', () => {
    expect(strip(fans, [-1, -1, 2], [], []).down).toBe(1.4)
    expect(strip(layout([{ dy: 0.3 }], 2), [1, 2, 3, 4]).down).toBeGreaterThan(0.3)
  })

  it('is that of rows which overlap', () => {
    expect(strip(layout([{ y: 0 }, { x: 1, y: 0 }, { y: 0.4 }]), [1], [2], [3]).down).toBeCloseTo((0.4 * 1.4) / 0.93)
  })
})
