import { describe, expect, it } from 'vitest'
import { back, figureFor, FIGURES, largeFace, veiledBack, type Back } from './paper'

const [tallest] = FIGURES
const least = FIGURES[FIGURES.length - 1]!
const look = { fourColours: false, large: true, letters: 'JQK' }

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

describe('a large face in a fan to the side', () => {
  /** The middles, across the card, of its suits. */
  const suits = (aside: boolean) => [...largeFace(11, look, least, aside).matchAll(/translate\((\S+) (\S+)\) scale\(\S+\)" fill="#/g)].map(([, x, y]) => [Number(x), Number(y)] as const)

  it('shows the suit below the rank, in what is not covered', () => {
    const shown = (0.67 * least) / 240 + 12 / 240
    expect(suits(true).filter(([x]) => (x + 120) / 240 < shown)).toHaveLength(1)
    expect(suits(false).filter(([x]) => (x + 120) / 240 < shown)).toHaveLength(0)
  })
})

describe('a tinted back', () => {
  /** The relative luminance of the first colour that fills the field of a card, by WCAG. */
  const ground = (svg: string) => {
    const [, hex] = /height="312" rx="9" fill="#(\w{6})"/.exec(svg) as unknown as [string, string]
    const [r, g, b] = [0, 2, 4].map((at) => {
      const share = parseInt(hex.slice(at, at + 2), 16) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    }) as [number, number, number]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }

  it('differs from the back of its deck by light alone, whatever colours one sees', () => {
    for (const kind of ['lattice', 'claret', 'pine', 'plain'] satisfies Back[]) {
      expect((ground(veiledBack(kind)) + 0.05) / (ground(back(kind)) + 0.05)).toBeGreaterThan(4.5)
    }
  })
})
