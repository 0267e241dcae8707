/** Finds the number of columns of boards with the largest cards. Pure. */

import type { TableLayout } from '../wire/types'
import { fitTable, placesIn } from './geometry'

export interface WallSize {
  readonly width: number
  readonly height: number
  /** The gap between two boards, and the height of the head above each, in pixels. */
  readonly gap: number
  readonly head: number
}

/** The best number of columns for `count` boards; `piles` are those of one of them. */
export function columnsFor(count: number, layout: TableLayout, piles: readonly (readonly number[])[], { width, height, gap, head }: WallSize): number {
  let best = { columns: 1, card: 0 }
  for (let n = 1; n <= count; n++) {
    const rows = Math.ceil(count / n)
    const cell = (width - gap * (n + 1)) / n
    const high = (height - gap * (rows + 1)) / rows - head
    const { card } = fitTable(placesIn(layout, cell, high), piles, cell, high, { margin: 4 })
    if (card > best.card + 0.01) best = { columns: n, card }
  }
  return best.columns
}
