import { describe, expect, it } from 'vitest'
import type { GroupLayout, PilePlace, TableLayout } from '../wire/types'
import { boxesOf, expectApart, WINDOWS } from './drawn.setup'
import { laid, PLATE, planOf, type Wanted } from './plan'

const place = (owner: number): PilePlace => ({ x: 0, y: 0, angle: 0, dx: 0, dy: 0, label: '', owner })
const group = (id: string, kind: GroupLayout['kind'], each: number, tail = 0): GroupLayout => ({
  id,
  name: id,
  kind,
  places: Array.from({ length: 8 * each }, (_, i) => place(Math.floor(i / each))),
  tail,
  counted: false,
})
const LAYOUT: TableLayout = {
  groups: [group('foundations', 'foundation', 4), group('demon', 'reserve', 1), group('work', 'tableau', 4), group('stock', 'stock', 1), group('waste', 'waste', 1, 3)],
  actions: [],
  counters: [],
  phases: ['play', 'over'],
}

/** A table as it is drawn, with the longest fans. */
function drawn(wanted: Wanted) {
  const counts = Array.from({ length: 88 }, () => 13)
  return boxesOf(laid(LAYOUT, planOf(LAYOUT, wanted), wanted, counts), wanted, PLATE)
}

describe('the plan of a shared table', () => {
  for (const [name, [width, height]] of Object.entries(WINDOWS)) {
    for (const players of [2, 3, 4, 6, 8]) {
      for (const own of [0, 1, undefined]) {
        it(`keeps all apart and in a ${name} window, with ${players} players, for ${own === undefined ? 'spectators' : `seat ${own}`}`, () => {
          const { boxes } = drawn({ width, height, seats: Array.from({ length: players }, (_, seat) => seat), own })
          expect(boxes).toHaveLength(players * 12)
          expectApart(boxes, { width, height })
        })
      }
    }
  }

  it('is readable for eight on a laptop and four on a phone', () => {
    const [eight, four] = [drawn({ width: 1366, height: 610, seats: [0, 1, 2, 3, 4, 5, 6, 7], own: 3 }), drawn({ width: 390, height: 690, seats: [0, 2, 3, 5], own: 2 })]
    expect(eight.card).toBeGreaterThanOrEqual(80)
    expect(eight.small).toBeGreaterThanOrEqual(36)
    expect(four.card).toBeGreaterThanOrEqual(60)
    expect(four.small).toBeGreaterThanOrEqual(24)
  })

  it('lets a plate on a phone be wider than the piles below it, so that it has room for a name', () => {
    const [, middle] = planOf(LAYOUT, { width: 390, height: 690, seats: [0, 1, 2, 3], own: 0 }).plates
    expect(middle?.width).toBeGreaterThanOrEqual(125)
    // On a laptop it is as wide as the piles.
    const wanted = { width: 1366, height: 610, seats: [0, 1, 2, 3], own: 0 }
    const { plates, piles } = planOf(LAYOUT, wanted)
    expect(plates[1]?.left).toBe(Math.round(piles.get(34)?.x ?? 0))
  })

  it('uses a large window', () => {
    for (const [players, most] of [[4, 3], [8, 4]] as const) {
      const wanted = { width: 1920, height: 960, seats: Array.from({ length: players }, (_, seat) => seat), own: 0 }
      const { card, small } = drawn(wanted)
      expect(card).toBeGreaterThanOrEqual(104)
      expect(small).toBeGreaterThanOrEqual(50)
      const rows = new Set(planOf(LAYOUT, wanted).plates.filter(({ seat }) => seat).map(({ top }) => top))
      expect(rows.size).toBeLessThanOrEqual(Math.ceil((players - 1) / most) + 1)
    }
  })

  it('shows spectators all cards about as large', () => {
    for (const players of [4, 8]) {
      const { card, small } = drawn({ width: 1366, height: 680, seats: Array.from({ length: players }, (_, seat) => seat), own: undefined })
      expect(small).toBeGreaterThanOrEqual(60)
      expect(card).toBeLessThanOrEqual(1.7 * small)
    }
  })
})
