import { describe, expect, it } from 'vitest'
import type { Wanted } from '../shared/plan'
import { ASPECT, fitTable, NARROW, placesOf } from '../table/geometry'
import { LAYOUT } from './four.setup'
import { laid, PLATE, planOf } from './plan'

interface Box {
  readonly name: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The boxes of everything on a table as it is drawn, with `many` cards on each discard pile: piles with their fans, and plates. */
function drawn(wanted: Wanted, many = 20): { boxes: Box[]; card: number; small: number } {
  const { layout, plates, card } = laid(LAYOUT, planOf(LAYOUT, wanted), wanted, Array.from({ length: 30 }, () => many))
  const places = placesOf(layout, wanted.width < NARROW)
  const fit = fitTable(places, [], wanted.width, wanted.height, { widest: card, margin: 0, grows: false })
  expect(fit.card).toBe(card)
  const inPlay = places.filter(({ scale }) => scale)
  const piles = inPlay.map(({ pile, x, y, scale, path, at }): Box => {
    // The path of a pile that lies squared has the corners of the table.
    const ends = at.dx || at.dy ? path ?? [] : [{ x: 0, y: 0 }]
    const [middle, half, down] = [fit.left + x * card, (card * scale) / 2, (card * scale * ASPECT) / 2]
    const xs = ends.map((end) => middle + end.x * card)
    const ys = ends.map((end) => fit.top + y * card + end.y * card)
    return { name: `pile ${pile}`, left: Math.min(...xs) - half, right: Math.max(...xs) + half, top: Math.min(...ys) - down, bottom: Math.max(...ys) + down }
  })
  const names = plates.map(({ seat, left, top, width }): Box => ({ name: `plate ${seat}`, left, right: left + width, top, bottom: top + PLATE }))
  return { boxes: [...piles, ...names], card, small: card * Math.min(...inPlay.map(({ scale }) => scale)) }
}

const WINDOWS = { big: [1920, 960], laptop: [1366, 610], desktop: [1280, 560], phone: [390, 690], tablet: [820, 1000], lying: [844, 300], narrow: [320, 480] } as const

describe('the plan of a table by turns', () => {
  for (const [name, [width, height]] of Object.entries(WINDOWS)) {
    for (const seats of [[0, 1, 3], [0, 1, 2, 3]]) {
      for (const own of [0, 3, undefined]) {
        it(`keeps all apart and in a ${name} window, with ${seats.length} players, for ${own === undefined ? 'spectators' : `seat ${own}`}`, () => {
          const { boxes } = drawn({ width, height, seats, own })
          // Six piles and a plate each, four piles in the centre, and the stock.
          expect(boxes).toHaveLength(seats.length * 7 + 5)
          const outside = boxes.filter(({ left, top, right, bottom }) => left < 0 || top < 0 || right > width || bottom > height)
          expect(outside).toEqual([])
          const meets = (a: Box, b: Box) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5
          expect(boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => meets(a, b)).map((b) => `${a.name} meets ${b.name}`))).toEqual([])
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
