import { describe, expect, it } from 'vitest'
import { LAYOUT } from '../turns/four.setup'
import { coverOf, isTheirs, nextTowards } from './aim'
import { placesOf, type Fit } from './geometry'

const CARD = 100

describe('an arrow', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 110, y: 0 },
    { x: 220, y: 0 },
    { x: 115, y: 150 },
  ].map((point) => ({ ...point, isTheirs: false }))
  const from = (nth: number, dx: number, dy: number) => nextTowards(points, points[nth]!, [dx, dy], CARD)

  it('leads to the nearest point ahead', () => {
    expect(from(0, 1, 0)).toBe(1)
    expect(from(2, -1, 0)).toBe(1)
  })

  it('leads past what lies aside', () => {
    expect(from(1, 1, 0)).toBe(2)
    expect(from(2, 0, 1)).toBe(3)
    expect(from(3, 0, -1)).toBe(1)
  })

  it('leads nowhere where nothing lies ahead', () => {
    expect(from(0, -1, 0)).toBeUndefined()
    expect(from(0, 0, -1)).toBeUndefined()
  })
})

describe('an arrow in a star', () => {
  // The middle is nearest in no direction from any pile around it, as in The Shah.
  const around = [[-65, -152], [65, -152], [-210, -72], [210, -72], [-210, 72], [210, 72], [-65, 152], [65, 152]]
  const star = [[0, 0], ...around].map(([x = 0, y = 0]) => ({ x, y, isTheirs: false }))
  const from = (nth: number, dx: number, dy: number) => nextTowards(star, star[nth]!, [dx, dy], CARD)

  it('leads to the middle from the pile to which the middle leads', () => {
    const up = from(0, 0, -1)!
    expect(from(up, 0, 1)).toBe(0)
    expect(from(from(0, 1, 0)!, -1, 0)).toBe(0)
  })
})

describe('an arrow where others have piles too', () => {
  // The others' piles at the top, three common ones, and two of the own: the layout of Racing Demon on a desktop.
  const theirs = [0, 110, 420, 530].map((x) => ({ x, y: 0, isTheirs: true }))
  const common = [170, 280, 390].map((x) => ({ x, y: 150, isTheirs: false }))
  const own = [{ x: 200, y: 400, isTheirs: false }, { x: 310, y: 400, isTheirs: false }]
  const piles = [...theirs, ...common, ...own]
  const [leftTheirs, left, middle, right, leftOwn] = [0, 4, 5, 6, 7]
  const from = (nth: number, dx: number, dy: number) => nextTowards(piles, piles[nth]!, [dx, dy], CARD)

  it('stays in its row, and leads nowhere from its end', () => {
    expect(from(middle, -1, 0)).toBe(left)
    expect(from(left, -1, 0)).toBeUndefined()
    expect(from(right, 1, 0)).toBeUndefined()
  })

  it('leads to the piles of others only past all others', () => {
    expect(from(leftOwn, 0, -1)).toBe(left)
    expect(from(left, 0, -1)).toBe(1)
    const near = [...piles, { x: 200, y: 280, isTheirs: true }]
    expect(nextTowards(near, near[leftOwn]!, [0, -1], CARD)).toBe(left)
  })

  it('leads on among the piles of others, and back', () => {
    expect(from(leftTheirs, 1, 0)).toBe(1)
    expect(from(1, 1, 0)).toBe(2)
    expect(from(1, 0, 1)).toBe(left)
  })

  it('leads sideways to the piles of others in the same row', () => {
    const beside = [...piles, { x: 40, y: 200, isTheirs: true }]
    expect(nextTowards(beside, beside[left]!, [-1, 0], CARD)).toBe(9)
  })
})

describe('whose a pile is', () => {
  const places = placesOf(LAYOUT, false)
  const theirs = (own: number | undefined) => places.filter((place) => isTheirs(place, own)).map(({ at }) => at.owner)

  it('tells the piles of the other three players', () => {
    expect(new Set(theirs(1))).toEqual(new Set([0, 2, 3]))
    expect(theirs(1)).toHaveLength(3 * 6)
  })

  it('counts no foundation, and none for a spectator', () => {
    const built = { ...places[0]!, group: { ...places[0]!.group, kind: 'foundation' as const } }
    expect(isTheirs(built, 3)).toBe(false)
    expect(theirs(undefined)).toEqual([])
  })
})

describe('a card in the hand', () => {
  const fit: Fit = { width: 800, height: 600, card: CARD, cardHeight: 140, left: 0, top: 0, stretch: 1 }
  const column = [
    { x: 200, y: 200 },
    { x: 200, y: 260 },
  ]

  it('covers most where it lies on the pile', () => {
    expect(coverOf(fit, { x: 200, y: 230 }, column)).toBe(CARD * 140)
    expect(coverOf(fit, { x: 240, y: 230 }, column)).toBeLessThan(CARD * 140)
  })

  it('reaches a little further than the edge, and no more', () => {
    expect(coverOf(fit, { x: 310, y: 230 }, column)).toBeGreaterThan(0)
    expect(coverOf(fit, { x: 316, y: 230 }, column)).toBe(0)
    expect(coverOf(fit, { x: 316, y: 600 }, column)).toBe(0)
  })
})
