/** Finds the pile at which an arrow key or a held card is aimed. Pure. */

import type { Fit, Place, Spread } from './geometry'

/** One step along x or y. */
export type Direction = readonly [dx: number, dy: number]

/** The factor for distances to the side, compared with distances ahead. */
const ASIDE = 2.5
/** The least distance of a point ahead, in card widths. A nearer one is beside. */
const AHEAD = 0.2
/** The distance that piles of other players count as further away, in pixels: more than any window has. */
const OVER = 1e6
/** The margin around a pile within which a held card still counts as over it, in card widths. */
const REACH = 0.15

/** The middle of a pile. */
export interface Aimed extends Spread {
  /** True if it belongs to another player. */
  readonly isTheirs: boolean
}

/** True for a pile of another player than `own`. Foundations are everybody's, and for spectators no pile is another's. */
export function isTheirs({ at: { owner }, group }: Pick<Place, 'at' | 'group'>, own: number | undefined): boolean {
  return own !== undefined && owner !== undefined && owner !== own && group.kind !== 'foundation'
}

const WAYS: readonly Direction[] = [[-1, 0], [1, 0], [0, -1], [0, 1]]

/**
 * The index of the pile to which an arrow leads from `from`, one of them; undefined if there is none.
 * From the own and the common piles it leads to another player's only if no other lies there, and sideways only in the same row.
 * A pile that lies nearest in no direction, as the middle of a star may, is reached from the pile to which its own arrow leads.
 */
export function nextTowards(piles: readonly Aimed[], from: Aimed, [dx, dy]: Direction, card: number): number | undefined {
  const next = (one: Aimed, way: Direction) => piles[nearest(piles, one, way, card) ?? -1]
  const isMissed = (pile: Aimed) => !piles.some((one) => WAYS.some((way) => next(one, way) === pile))
  const missed = piles.findIndex((pile) => pile.isTheirs === from.isTheirs && next(pile, [-dx, -dy]) === from && isMissed(pile))
  return missed < 0 ? nearest(piles, from, [dx, dy], card) : missed
}

function nearest(piles: readonly Aimed[], from: Aimed, [dx, dy]: Direction, card: number): number | undefined {
  let best: { nth: number; cost: number } | undefined
  piles.forEach(({ x, y, isTheirs }, nth) => {
    const along = (x - from.x) * dx + (y - from.y) * dy
    const aside = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx)
    if (along < card * AHEAD) return
    const goesOver = isTheirs && !from.isTheirs
    if (goesOver && dx && aside > card) return
    const cost = along + aside * ASIDE + (goesOver ? OVER : 0)
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
