/** Finds the positions of all cards on a table. Pure. */

import type { Board } from './board'
import { spreadPile, type Fit, type Place } from './geometry'

/** A card on the table; x and y are its middle, in pixels. */
export interface Placed {
  readonly key: number
  readonly code: number
  readonly pile: number
  readonly index: number
  readonly x: number
  readonly y: number
  readonly angle: number
  readonly z: number
  readonly scale: number
  /** True if another card covers it completely. */
  readonly under: boolean
}

/** The cards by their keys. */
export type PlacedByKey = ReadonlyMap<number, Placed>

/** The step of layers between overlapping rows: more than the cards of a pile that lies half under another. */
const LAYER = 16

/** An x of the layout on the screen. A mirrored table runs from the right. */
export function acrossOf(x: number, fit: Fit, mirrored: boolean): number {
  return mirrored ? fit.width - x : x
}

/** The rotation of a card or pile on the screen, in degrees. */
export function angleOf(place: Place, mirrored: boolean): number {
  return place.at.angle * (mirrored ? -1 : 1)
}

/** The positions of all cards of a board. Unchanged ones are the same objects as in `before`, so they are not drawn again. */
export function placeCards(board: Board, places: readonly Place[], fit: Fit, mirrored: boolean, before: PlacedByKey): PlacedByKey {
  const cards = places.flatMap((place) => placePile(board, place, fit, mirrored)).map((card) => sameOr(before.get(card.key), card))
  // Keep the order of the elements, so that none is removed and inserted again.
  cards.sort((a, b) => a.key - b.key)
  return new Map(cards.map((card) => [card.key, card]))
}

function placePile(board: Board, place: Place, fit: Fit, mirrored: boolean): Placed[] {
  const codes = board.piles[place.pile] ?? []
  const keys = board.keys[place.pile] ?? []
  const angle = angleOf(place, mirrored)
  const spread = spreadPile(fit, place, codes)
  return spread.map(({ x, y }, index) => ({
    key: keys[index] as number,
    code: codes[index] as number,
    pile: place.pile,
    index,
    x: toQuarter(acrossOf(x, fit, mirrored)),
    y: toQuarter(y),
    angle,
    scale: place.scale,
    z: LAYER * place.layer + (place.under && !mirrored ? codes.length - index : index + 1),
    under: index < codes.length - 2 && spread[index + 1]?.x === x && spread[index + 1]?.y === y,
  }))
}

function toQuarter(pixels: number): number {
  return Math.round(pixels * 4) / 4
}

function sameOr(old: Placed | undefined, card: Placed): Placed {
  return old && isSame(old, card) ? old : card
}

function isSame(a: Placed, b: Placed): boolean {
  return a.code === b.code && a.pile === b.pile && a.index === b.index && a.x === b.x && a.y === b.y && a.angle === b.angle && a.scale === b.scale && a.under === b.under
}
