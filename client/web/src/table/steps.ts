/** The steps of a move by hand: the card to pick, and its targets. Pure. */

import type { Move, Spot, TableLayout } from '../wire/types'
import { isAction, tappedPiles, type Choices, type Pick } from './moves'

/** A pile's top card, or its empty place. */
export function topOf(piles: Choices['piles'], pile: number): Pick {
  return { pile, index: Math.max(0, (piles[pile]?.length ?? 0) - 1) }
}

/** The card to pick first for a move, and the cards or empty places where it goes from there. */
export interface MoveSteps {
  readonly first: Pick | undefined
  readonly rest: readonly Pick[]
}

/** The steps of a move. */
export function stepsOfMove(move: Move, piles: Choices['piles'], layout: TableLayout): MoveSteps {
  if (!isAction(move)) {
    const [from, to, count] = move
    return { first: { pile: from, index: (piles[from]?.length ?? 0) - count }, rest: [topOf(piles, to)] }
  }
  const [name, ...spots] = move
  const picks = spots.length ? spots.map((spot) => pickOf(spot, piles)) : tappedPiles(layout, name, piles).map((pile) => topOf(piles, pile)).slice(0, 1)
  // An empty place may be one half of an exchange, but it has no card to pick up.
  const first = picks.find(({ pile }) => piles[pile]?.length)
  return { first, rest: picks.filter((pick) => pick !== first) }
}

function pickOf(spot: Spot, piles: Choices['piles']): Pick {
  return typeof spot === 'number' ? topOf(piles, spot) : { pile: spot[0], index: spot[1] }
}
