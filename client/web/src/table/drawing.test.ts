import { describe, expect, it } from 'vitest'
import { draw, HEIGHT, WIDTH, type DrawnGroup } from './drawing'

const KLONDIKE: DrawnGroup[] = [
  ['foundation', 0, [3, 4, 5, 6].map((x) => [x, 0, 0, 0, 0, []])],
  ['tableau', 0, [0, 1, 2, 3, 4, 5, 6].map((x) => [x, 1.4, 0, 0, 0.25, x ? [-x, 1] : [1]])],
  ['stock', 0, [[0, 0, 0, 0, 0, [-24]]]],
]

function count(svg: string, what: string): number {
  return svg.split(`<use href="#${what}"`).length - 1
}

describe('a small picture of a game', () => {
  it('shows each card of a fan, one of a squared pile, and the empty places', () => {
    const svg = draw(KLONDIKE)
    expect([count(svg, 'u'), count(svg, 'd'), count(svg, 'e')]).toEqual([7, 22, 4])
  })

  it('lies inside its frame', () => {
    for (const [, x, y] of draw(KLONDIKE).matchAll(/<use href="#." x="([\d.-]+)" y="([\d.-]+)"/g)) {
      expect(Number(x)).toBeGreaterThan(0)
      expect(Number(x)).toBeLessThan(WIDTH)
      expect(Number(y)).toBeGreaterThan(0)
      expect(Number(y)).toBeLessThan(HEIGHT)
    }
  })

  it('turns cards that lie askew, and follows a bent pile', () => {
    const bent: DrawnGroup[] = [['reserve', 0, [[0, 0, 30, 0, 0.2, [2, -1], [[-1, 0], [0, 0.5], [1, 0]]]]]]
    const svg = draw(bent)
    expect([count(svg, 'u'), count(svg, 'd')]).toEqual([2, 1])
    expect(svg).toContain('rotate(30 ')
  })
})
