/** Finds the pile at which an arrow key or a held card is aimed. Pure. */

import type { Fit, Spread } from './geometry'

/** One step along x or y. */
export type Direction = readonly [dx: number, dy: number]

/** The factor for distances to the side, compared with distances ahead. */
const ASIDE = 2.5
/** The least distance of a point ahead, in card widths. A nearer one is beside. */
const AHEAD = 0.2
/** The margin around a pile within which a held card still counts as over it, in card widths. */
const REACH = 0.15

/** The index of the point to which an arrow leads from `from`; undefined if there is none. */
export function nextTowards(points: readonly Spread[], from: Spread, [dx, dy]: Direction, card: number): number | undefined {
  let best: { nth: number; cost: number } | undefined
  points.forEach(({ x, y }, nth) => {
    const along = (x - from.x) * dx + (y - from.y) * dy
    const aside = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx)
    if (along < card * AHEAD) return
    const cost = along + aside * ASIDE
    if (!best || cost < best.cost) best = { nth, cost }
  })
  return best?.nth
}

/** How much of a card held here covers the box around a pile's cards, with a little room around it, in square pixels. `scale` is the size of the pile's cards beside the held one. */
export function coverOf({ card, cardHeight }: Fit, held: Spread, cards: readonly Spread[], scale = 1): number {
  const reach = card * REACH
  const across = overlap(held.x, cards.map(({ x }) => x), card, reach, scale)
  const down = overlap(held.y, cards.map(({ y }) => y), cardHeight, reach, scale)
  return across > 0 && down > 0 ? across * down : 0
}

/** The overlap of an interval of this size around `at` with the interval that spans `others`, of the same size or a share of it. */
function overlap(at: number, others: readonly number[], size: number, reach: number, scale: number): number {
  const half = size / 2
  const around = half * scale + reach
  const end = Math.min(at + half, Math.max(...others) + around)
  const start = Math.max(at - half, Math.min(...others) - around)
  return end - start
}
