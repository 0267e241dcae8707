import { describe, expect, it } from 'vitest'
import { BEGINNING, LANDING, LEAP, leapOf } from './leap'

const ground = { width: 800, height: 500, half: 60 }

describe('a card that leaps', () => {
  it('begins where it lay, goes up, never through the table, and all is over within a second and a half', () => {
    for (let nth = 0; nth < 12; nth++) {
      const way = leapOf({ x: 400, y: 120 }, nth, ground)
      expect(way[0]).toEqual({ x: 400, y: 120 })
      expect(way[1]!.y).toBeLessThan(120)
      expect(Math.max(...way.map(({ y }) => y))).toBeLessThanOrEqual(440)
      expect(way.filter(({ y }) => y === 440).length).toBeGreaterThan(0)
      expect(Math.sign(way.at(-1)!.x - 400)).toBe(nth % 2 ? 1 : -1)
    }
    expect(LANDING + BEGINNING + LEAP).toBeLessThanOrEqual(1500)
  })
})
