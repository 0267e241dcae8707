import { describe, expect, it } from 'vitest'
import { JOKER } from './cards'
import { STRONG, wholeFace } from './deck'

const look = { fourColours: false, large: false, letters: 'JQK' }
const corners = (svg: string) => [...svg.matchAll(/height="([\d.]+)" x="-1[15][\d.]+" y="-(?:156|206)"/g)].map(([, height]) => Number(height))

describe('whole faces', () => {
  it('have the letters of the language for jack, queen and king, and no other card has them', () => {
    const [ten, jack, queen, king] = [9, 10, 11, 12]
    const drawn = (code: number, letters: string) => wholeFace(code, { ...look, letters }, STRONG)
    for (const code of [jack, queen, king]) expect(drawn(code, 'VDR')).not.toBe(drawn(code, 'JQK'))
    expect(drawn(king, 'BDK')).toBe(drawn(king, 'JQK'))
    expect(drawn(queen, 'BDK')).toBe(drawn(queen, 'VDR'))
    expect([drawn(ten, 'VDR'), drawn(JOKER, 'VDR')]).toEqual([drawn(ten, 'JQK'), drawn(JOKER, 'JQK')])
  })

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
