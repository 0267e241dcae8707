import { describe, expect, it } from 'vitest'
import { STRONG, wholeFace } from './deck'

const look = { fourColours: false, large: false }
const corners = (svg: string) => [...svg.matchAll(/height="([\d.]+)" x="-1[15][\d.]+" y="-(?:156|206)"/g)].map(([, height]) => Number(height))

describe('whole faces', () => {
  it('have both their corners, on smaller cards half as high again', () => {
    for (let code = 0; code < 52; code++) {
      expect(corners(wholeFace(code, look, STRONG))).toEqual([32, 32])
      const strong = wholeFace(code, look, STRONG - 1)
      const scale = Number(/scale\(([\d.]+)\)">/.exec(strong)?.[1])
      for (const height of corners(strong)) expect(height * scale).toBeGreaterThan(1.5 * 32)
      expect(corners(strong)).toHaveLength(2)
    }
  })
})
