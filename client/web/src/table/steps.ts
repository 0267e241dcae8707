/** How a move is made by hand: what is picked, and where it goes. Pure. */

import type { Move, Spot, TableLayout } from '../wire/types'
import { isAction, pileOfSpot, type Choices, type Pick } from './moves'

/** A pile's top card, or its empty place. */
export function topOf(piles: Choices['piles'], pile: number): Pick {
  return { pile, index: Math.max(0, (piles[pile]?.length ?? 0) - 1) }
}

/** The card to pick first for a move, and the piles where it goes from there. */
export interface MoveSteps {
  readonly first: Pick | undefined
  readonly rest: readonly number[]
}

/** The steps of a move. */
export function stepsOfMove(move: Move, piles: Choices['piles'], layout: TableLayout): MoveSteps {
  if (!isAction(move)) return { first: { pile: move[0], index: (piles[move[0]]?.length ?? 0) - move[2] }, rest: [move[1]] }
  const [name, ...spots] = move
  if (!spots.length) {
    const tapped = layout.actions.find((action) => action.name === name)?.pile
    return { first: tapped === undefined ? undefined : topOf(piles, tapped), rest: [] }
  }
  // An empty place may be half of an exchange, but there is nothing to pick up.
  const start = spots.find((spot) => piles[pileOfSpot(spot)]?.length) as Spot
  const rest = spots.filter((spot) => spot !== start).map(pileOfSpot)
  return { first: typeof start === 'number' ? topOf(piles, start) : { pile: start[0], index: start[1] }, rest }
}
