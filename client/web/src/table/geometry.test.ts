import { describe, expect, it } from 'vitest'
import { HIDDEN, VEILED, type GroupLayout, type PilePlace, type TableLayout } from '../wire/types'
import { ASPECT, fitTable, placesIn, placesOf, spreadPile, stepsOf, type Place } from './geometry'

function at(x: number, y: number, more: Partial<PilePlace> = {}): PilePlace {
  return { x, y, angle: 0, dx: 0, dy: 0, label: '', ...more }
}

function group(id: string, kind: GroupLayout['kind'], places: PilePlace[], tail = 0): GroupLayout {
  return { id, name: id, kind, places, tail, counted: false }
}

function layout(...groups: GroupLayout[]): TableLayout {
  return { groups, actions: [], counters: [], phases: ['play'] }
}

const columns = layout(
  group('foundations', 'foundation', [3, 4, 5, 6].map((x) => at(x, 0))),
  group('tableau', 'tableau', [0, 1, 2, 3, 4, 5, 6].map((x) => at(x, 1.4, { dy: 0.25 }))),
)

describe('a table in a window', () => {
  for (const [width, height] of [
    [390, 640],
    [1280, 600],
    [2560, 1300],
    [820, 1000],
  ] as const) {
    it(`lies wholly inside ${width} x ${height}, however long a column grows`, () => {
      const places = placesOf(columns)
      const piles = places.map((_, i) => Array.from({ length: i === 4 ? 24 : 3 }, () => 5))
      const fit = fitTable(places, piles, width, height)
      for (const place of places) {
        for (const { x, y } of spreadPile(fit, place, piles[place.pile] as number[])) {
          expect(x - fit.card / 2).toBeGreaterThanOrEqual(0)
          expect(x + fit.card / 2).toBeLessThanOrEqual(width)
          expect(y - fit.cardHeight / 2).toBeGreaterThanOrEqual(0)
          expect(y + fit.cardHeight / 2).toBeLessThanOrEqual(height)
        }
      }
    })
  }

  it('closes a fan up before it would cover its neighbour', () => {
    const fans = layout(group('tableau', 'tableau', [at(0, 0, { dx: 0.3 }), at(2.5, 0, { dx: 0.3 })]))
    const places = placesOf(fans)
    const long = Array.from({ length: 12 }, () => 1)
    const fit = fitTable(places, [long, [2]], 800, 300)
    const last = spreadPile(fit, places[0]!, long).at(-1)!
    const next = spreadPile(fit, places[1]!, [2])[0]!
    expect(next.x - last.x).toBeGreaterThan(fit.card * 1.1)
  })

  it('lets a fan grow away from a pile that lies close by', () => {
    const close = layout(group('foundations', 'foundation', [at(1, 0)]), group('tableau', 'tableau', [at(0, 0, { dx: -0.4 }), at(2, 0, { dx: 0.4 })]))
    expect(placesOf(close, true).map(({ room }) => room)).toEqual([Infinity, Infinity, Infinity])
  })

  it('lets one of two fans that would cross give way to the other', () => {
    const crossing = layout(group('tableau', 'tableau', [at(0, 2, { dx: 0.4 }), at(2.5, 0, { dy: 0.25 })]))
    const [across, down] = placesOf(crossing) as [Place, Place]
    expect(across.room).toBeLessThan(Infinity)
    expect(across.x + across.dx * across.room + 0.5).toBeLessThan(down.x - 0.5)
    expect(down.room).toBe(Infinity)
  })

  it('moves piles apart where their fans would meet and there is width to spare, but nothing else', () => {
    const fans = layout(group('tableau', 'tableau', [0, 1, 2, 3].map((y) => [at(0, y, { dx: 0.3 }), at(2, y, { dx: 0.3 })]).flat()))
    const [near, far] = [placesIn(fans, 300, 800), placesIn(fans, 540, 400)].map((places) => places[1]!.x - places[0]!.x)
    expect(far).toBeGreaterThan(near!)
    expect(placesIn(columns, 2000, 500)).toEqual(placesOf(columns))
  })

  it('has in its middle what lies there, not what may come', () => {
    const fans = layout(group('tableau', 'tableau', [at(0, 0, { dx: 0.5 }), at(0, 1.1, { dx: 0.5 })]))
    const places = placesOf(fans)
    const piles = [[1, 2, 3], [4]]
    const fit = fitTable(places, piles, 800, 300)
    const xs = spreadPile(fit, places[0]!, piles[0]!).map(({ x }) => x)
    expect(xs[0]! + xs[2]!).toBeCloseTo(800)
  })

  it('spreads only the tail of a pile that says so', () => {
    const waste = layout(group('waste', 'waste', [at(0, 0, { dx: 0.25 })], 3))
    const places = placesOf(waste)
    const fit = fitTable(places, [[1, 2, 3, 4, 5]], 400, 300)
    const xs = spreadPile(fit, places[0]!, [1, 2, 3, 4, 5]).map((card) => Math.round(card.x))
    expect(xs[0]).toBe(xs[1])
    expect(xs[1]).toBe(xs[2])
    expect(xs[3]!).toBeGreaterThan(xs[2]!)
    expect(xs[4]!).toBeGreaterThan(xs[3]!)
  })

  it('lays the cards of a bent pile along its path, and all of them inside the window', () => {
    const path: [number, number][] = [[-1, 0], [0, 0], [1, 0], [0, 0.5]]
    const places = placesOf(layout(group('bone', 'reserve', [at(0, 0, { dy: 0.2, path })])))
    const pile = [1, 2, 3, 4, 5]
    const fit = fitTable(places, [pile], 400, 300)
    const cards = spreadPile(fit, places[0]!, pile)
    expect(cards[2]!.x - cards[0]!.x).toBeCloseTo(2 * (cards[1]!.x - cards[0]!.x))
    expect(cards[0]!.y).toBe(cards[2]!.y)
    expect(cards[3]!.y).toBeGreaterThan(cards[1]!.y)
    expect(cards[4]).toEqual(cards[3])
    for (const { x, y } of cards) {
      expect(x - fit.card / 2).toBeGreaterThanOrEqual(0)
      expect(x + fit.card / 2).toBeLessThanOrEqual(400)
      expect(y + fit.cardHeight / 2).toBeLessThanOrEqual(300)
    }
  })

  it('takes the places that leave more room for each card', () => {
    const square = layout({ ...group('tableau', 'reserve', [0, 1, 2, 3].map((x) => at(x, 0))), upright: [0, 1, 2, 3].map((i) => at(i % 2, i >> 1)) })
    const rows = (width: number, height: number) => new Set(placesIn(square, width, height).map(({ y }) => y)).size
    expect(rows(390, 680)).toBe(2)
    expect(rows(820, 1000)).toBe(2)
    expect(rows(1280, 560)).toBe(1)
  })

  it('lays a veiled card as one that all see, so that nothing stirs when it opens', () => {
    const [place] = placesOf(layout(group('tableau', 'tableau', [at(0, 0, { dy: 0.25 })])))
    expect(stepsOf(place!, [VEILED, VEILED, 5])).toEqual(stepsOf(place!, [3, 4, 5]))
    expect(stepsOf(place!, [VEILED, 5])[1]).toBeGreaterThan(stepsOf(place!, [HIDDEN, 5])[1]!)
  })

  it('lays piles elsewhere upright, and only those that have another place', () => {
    const both = layout(
      { ...group('tableau', 'tableau', [at(0, 0), at(1, 0)]), upright: [at(0, 0), at(0, 1)] },
      group('stock', 'stock', [at(2, 0)]),
    )
    const [wide, upright] = [placesOf(both), placesOf(both, false, true)]
    expect(wide[1]!.y).toBe(wide[0]!.y)
    expect(upright[1]!.x).toBe(upright[0]!.x)
    expect(upright[1]!.y).toBeGreaterThan(upright[0]!.y)
    expect(upright[2]).toEqual(wide[2])
  })

  it('lays the further cards of a wide fan to the left below, so that all can be told', () => {
    const wings = layout(group('wings', 'tableau', [at(3, 0, { dx: -0.4 }), at(5, 0, { dx: 0.4 }), at(5, 2, { dx: -0.1 })]))
    expect(placesOf(wings).map((place) => place.under)).toEqual([true, false, false])
  })

  it('lays each of several rows that overlap over the one before', () => {
    const rows = layout(group('grid', 'tableau', [0, 0.4, 0.8, 2].flatMap((y) => [at(0, y), at(1, y)])), group('stock', 'stock', [at(0, 0)]))
    expect(placesOf(rows).map((place) => place.layer)).toEqual([0, 0, 1, 1, 2, 2, 0, 0, 0])
  })

  it('gives a card that lies across as much room as it needs', () => {
    const places = placesOf(layout(group('carpet', 'reserve', [at(0, 0, { angle: 90 })])))
    expect(places[0]!.halfWidth).toBeCloseTo(ASPECT / 2)
    expect(places[0]!.halfHeight).toBeCloseTo(0.5)
  })
})
