/** Measures how much of covered cards shows. Pure. */

import { ASPECT, leastShown, spreadPile, type Fit, type Place } from './geometry'

/** The visible part of the card that shows least: its height from the top and its width from the left, in card widths. */
export interface Strip {
  readonly down: number
  readonly across: number
}

/** The distance, in card widths, below which a card lies squared under the next. */
const SQUARED = 0.02
/** The share of the readable strip below which a card is not meant to be read. */
const CLOSED = 0.98

/** The least that shows of any covered card that lies upright and face up. */
export function leastStrip(fit: Fit, places: readonly Place[], piles: readonly (readonly number[])[]): Strip {
  let [down, across] = [ASPECT, 1]
  for (const place of places) {
    // Small cards have pictures of their own.
    if (place.at.angle || place.scale !== 1) continue
    const codes = piles[place.pile] ?? []
    const spread = spreadPile(fit, place, codes)
    const read = CLOSED * leastShown(fit, place) * Math.hypot(place.dx, place.dy)
    spread.forEach(({ x, y }, i) => {
      const next = spread[i + 1]
      if (!next || (codes[i] as number) < 0) return
      const [right, below] = [Math.abs(next.x - x) / fit.card, Math.abs(next.y - y) / fit.card]
      if (right >= 1 || below >= ASPECT || Math.max(right, below) < Math.max(read, SQUARED)) return
      // If a card is covered diagonally, the larger of the two shows the figure.
      if (below >= right) down = Math.min(down, below)
      else across = Math.min(across, right)
    })
    if (place.layer) down = Math.min(down, rowAbove(place, places))
  }
  return { down, across }
}

/** In overlapping rows, the distance of a pile from the pile that it covers. */
function rowAbove(place: Place, places: readonly Place[]): number {
  const above = places.filter(({ group, x, y }) => group === place.group && y < place.y && Math.abs(x - place.x) < 1)
  return Math.min(ASPECT, ...above.map(({ y }) => place.y - y))
}
