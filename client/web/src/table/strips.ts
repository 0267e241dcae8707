/** How much of the cards shows that others cover. Pure. */

import { ASPECT, leastShown, spreadPile, type Fit, type Place } from './geometry'

/** Of the card that shows least: how far down from its top and across from its left, in card widths. */
export interface Strip {
  readonly down: number
  readonly across: number
}

/** Nearer than this, in card widths, a card lies squared under the next. */
const SQUARED = 0.02
/** A card that shows less than this share of what can be read is not meant to be. */
const CLOSED = 0.98

/** The least that shows of any covered card that lies upright and face up. */
export function leastStrip(fit: Fit, places: readonly Place[], piles: readonly (readonly number[])[]): Strip {
  let [down, across] = [ASPECT, 1]
  for (const place of places) {
    if (place.at.angle) continue
    const codes = piles[place.pile] ?? []
    const spread = spreadPile(fit, place, codes)
    const read = CLOSED * leastShown(fit, place) * Math.hypot(place.dx, place.dy)
    spread.forEach(({ x, y }, i) => {
      const next = spread[i + 1]
      if (!next || (codes[i] as number) < 0) return
      const [right, below] = [Math.abs(next.x - x) / fit.card, Math.abs(next.y - y) / fit.card]
      if (right >= 1 || below >= ASPECT || Math.max(right, below) < Math.max(read, SQUARED)) return
      // Of a card that is covered askew one of the two shows the figure.
      if (below >= right) down = Math.min(down, below)
      else across = Math.min(across, right)
    })
    if (place.layer) down = Math.min(down, rowAbove(place, places))
  }
  return { down, across }
}

/** How far below the pile that it covers a pile in overlapping rows lies. */
function rowAbove(place: Place, places: readonly Place[]): number {
  const above = places.filter(({ group, x, y }) => group === place.group && y < place.y && Math.abs(x - place.x) < 1)
  return Math.min(ASPECT, ...above.map(({ y }) => place.y - y))
}
