import { describe, expect, it } from 'vitest'
import { coverOf, nextTowards } from './aim'
import type { Fit } from './geometry'

const CARD = 100

describe('an arrow', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 110, y: 0 },
    { x: 220, y: 0 },
    { x: 115, y: 150 },
  ]
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
