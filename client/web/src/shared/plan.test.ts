import { describe, expect, it } from 'vitest'
import { ASPECT, fitTable, NARROW, placesOf } from '../table/geometry'
import type { GroupLayout, PilePlace, TableLayout } from '../wire/types'
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

interface Box {
  readonly name: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The boxes of everything on a table as it is drawn: piles with their longest fans, and plates. */
function drawn(wanted: Wanted): { boxes: Box[]; card: number; small: number } {
  const counts = Array.from({ length: 88 }, () => 13)
  const { layout, plates, card } = laid(LAYOUT, planOf(LAYOUT, wanted), wanted, counts)
  const places = placesOf(layout, wanted.width < NARROW)
  const fit = fitTable(places, [], wanted.width, wanted.height, { widest: card, margin: 0, grows: false })
  expect(fit.card).toBe(card)
  const piles = places.filter(({ scale }) => scale).map(({ pile, x, y, scale, path, at }): Box => {
    // The path of a pile that lies squared has the corners of the table.
    const ends = at.dx || at.dy ? path ?? [] : [{ x: 0, y: 0 }]
    const [middle, half, down] = [fit.left + x * card, (card * scale) / 2, (card * scale * ASPECT) / 2]
    const xs = ends.map((end) => middle + end.x * card)
    const ys = ends.map((end) => fit.top + y * card + end.y * card)
    return { name: `pile ${pile}`, left: Math.min(...xs) - half, right: Math.max(...xs) + half, top: Math.min(...ys) - down, bottom: Math.max(...ys) + down }
  })
  const names = plates.map(({ seat, left, top, width }): Box => ({ name: `plate ${seat}`, left, right: left + width, top, bottom: top + PLATE }))
  return { boxes: [...piles, ...names], card, small: card * Math.min(...places.map(({ scale }) => scale || 1)) }
}

const WINDOWS = { big: [1920, 960], laptop: [1366, 610], desktop: [1280, 560], phone: [390, 690], tablet: [820, 1000], lying: [844, 300], narrow: [320, 480] } as const

describe('the plan of a shared table', () => {
  for (const [name, [width, height]] of Object.entries(WINDOWS)) {
    for (const players of [2, 3, 4, 6, 8]) {
      for (const own of [0, 1, undefined]) {
        it(`keeps all apart and in a ${name} window, with ${players} players, for ${own === undefined ? 'spectators' : `seat ${own}`}`, () => {
          const { boxes } = drawn({ width, height, seats: Array.from({ length: players }, (_, seat) => seat), own })
          expect(boxes).toHaveLength(players * 12)
          const outside = boxes.filter(({ left, top, right, bottom }) => left < 0 || top < 0 || right > width || bottom > height)
          expect(outside).toEqual([])
          const meets = (a: Box, b: Box) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5
          expect(boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => meets(a, b)).map((b) => `${a.name} meets ${b.name}`))).toEqual([])
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
