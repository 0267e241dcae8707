import { describe, expect, it } from 'vitest'
import { figureFor, FIGURES, largeFace } from './paper'

const [tallest] = FIGURES
const least = FIGURES[FIGURES.length - 1]!
const look = { fourColours: false, large: true }

describe('the figure of a large face', () => {
  it('is as large as what shows of a covered card lets it be', () => {
    expect(figureFor(1.4, 1)).toBe(tallest)
    expect(figureFor(0.378, 1)).toBe(82)
    expect(figureFor(1.4, 0.25)).toBeLessThan(82)
    expect(figureFor(0.1, 1)).toBe(least)
  })

  it('is seen whole in the strip it was chosen for', () => {
    for (const strip of [0.21, 0.3, 0.38, 0.5]) {
      const figure = figureFor(strip, 1)
      const [, y, scale] = /<path transform="translate\(\S+ (\S+)\) scale\((\S+)\)" fill="none"/.exec(largeFace(11, look, figure)) ?? []
      const foot = 168 + Number(y) + 516 * Number(scale)
      expect(foot).toBeLessThanOrEqual(strip * 240)
    }
  })
})
