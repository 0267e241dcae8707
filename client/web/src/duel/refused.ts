/** Explains why a card of a duel can't be played, if the table shows it. Otherwise the server names the rule. */

import { language } from '../i18n/index.svelte'
import { said } from '../i18n/late/late'
import { moveRefused } from '../race/refused'
import { cardName, rankName } from '../table/names'
import type { Pick } from '../table/moves'
import type { Refusal } from '../wire/connection.svelte'
import type { Move, Spot, TableLayout } from '../wire/types'
import type { Task } from './forced'
import { ownerOf, wanted, type Side, type Sides } from './sides'

/** The state of the game for the player on a side. */
export interface Standing {
  readonly sides: Sides
  readonly own: Side
  readonly piles: readonly (readonly number[])[]
  /** True if the player's action is awaited. */
  readonly isMine: boolean
  readonly task: Task
  /** The name of the other player. */
  readonly rival: string
}

/** Why the server has refused a move. A call of "stop!" may have ended the turn while the move was on its way. */
export function refusedInDuel(refusal: Refusal, layout: TableLayout, rival: string): string {
  return refusal.code === 'not_your_turn' ? said('duel.why.turn', { name: rival }) : moveRefused(refusal, layout)
}

/** Why a press on this card does nothing. */
export function whyNotThis({ sides, own, piles, isMine, task, rival }: Standing, { pile, index }: Pick): string {
  if (!isMine) return said('duel.why.turn', { name: rival })
  const owner = ownerOf(sides, pile)
  if (owner === undefined) {
    if (pile === sides.stock) return said('duel.why.stock')
    return piles[pile]?.length ? said('duel.why.centre') : said('duel.why.empty')
  }
  if (owner !== own) return said('duel.why.theirs', { name: rival })
  if (task !== 'turn') return said(`duel.task.${task}`)
  const card = piles[pile]?.[index]
  if (card === undefined || card < 0) return said('duel.why.empty')
  const ranks = [...new Set(sides.centre.map((one) => wanted(piles[one] ?? [])))].sort((a, b) => a - b).map(rankName)
  const list = new Intl.ListFormat(language.tag, { type: 'disjunction' }).format(ranks)
  return said('duel.why.unfit', { card: cardName(card), ranks: list })
}

/** The move that putting a card on this pile would be. The page sends it, so that the server says why it is illegal. */
export function meantInDuel(sides: Sides, own: Side, at: Pick, pile: number): Move {
  if (!sides.centre.includes(pile)) return ['discard', [at.pile, at.index], pile]
  const spot: Spot = at.pile === sides.of[own].hand ? [at.pile, at.index] : at.pile
  return ['play', spot, pile]
}
