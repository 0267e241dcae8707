/** What an arrow key or a card in the hand is aimed at. Pure. */

import type { Fit, Spread } from './geometry'

/** One step along x or y. */
export type Direction = readonly [dx: number, dy: number]

/** What lies aside is so many times as far away as what lies ahead. */
const ASIDE = 2.5
/** Nearer than this, in card widths, is not ahead but beside. */
const AHEAD = 0.2
/** A card need not lie on a pile exactly: so much more room there is around it, in card widths. */
const REACH = 0.15

/** Which of these points an arrow leads to from `from`, by its number. */
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

/** How much of a card held here covers the box around a pile's cards, with a little room around it, in square pixels. */
export function coverOf({ card, cardHeight }: Fit, held: Spread, cards: readonly Spread[]): number {
  const reach = card * REACH
  const across = overlap(held.x, cards.map(({ x }) => x), card, reach)
  const down = overlap(held.y, cards.map(({ y }) => y), cardHeight, reach)
  return across > 0 && down > 0 ? across * down : 0
}

/** How far a length of this size around `at` lies over lengths around `others` and all between them. */
function overlap(at: number, others: readonly number[], size: number, reach: number): number {
  const half = size / 2
  const end = Math.min(at + half, Math.max(...others) + half + reach)
  const start = Math.max(at - half, Math.min(...others) - half - reach)
  return end - start
}
