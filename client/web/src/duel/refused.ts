/** Why a card of a duel can't be played, as far as the table shows it; of all else the server says which rule forbids it. Pure. */

import { language, t } from '../i18n/index.svelte'
import { cardName, rankName } from '../table/names'
import type { Pick } from '../table/moves'
import type { Move, Spot } from '../wire/types'
import type { Task } from './forced'
import { ownerOf, wanted, type Side, type Sides } from './sides'

/** How the game stands for the player on a side. */
export interface Standing {
  readonly sides: Sides
  readonly own: Side
  readonly piles: readonly (readonly number[])[]
  /** Whether the player's action is awaited, and what is asked. */
  readonly isMine: boolean
  readonly task: Task
  /** What the other player is called. */
  readonly rival: string
}

/** Why a press on this card does nothing. */
export function whyNotThis({ sides, own, piles, isMine, task, rival }: Standing, { pile, index }: Pick): string {
  if (!isMine) return t('duel.why.turn', { name: rival })
  const owner = ownerOf(sides, pile)
  if (owner === undefined) return pile === sides.stock ? t('duel.why.stock') : t('duel.why.centre')
  if (owner !== own) return t('duel.why.theirs', { name: rival })
  if (task !== 'turn') return t(`duel.task.${task}`)
  const card = piles[pile]?.[index]
  if (card === undefined || card < 0) return t('duel.why.empty')
  const ranks = [...new Set(sides.centre.map((one) => wanted(piles[one] ?? [])))].sort((a, b) => a - b).map(rankName)
  const list = new Intl.ListFormat(language.tag, { type: 'disjunction' }).format(ranks)
  return t('duel.why.unfit', { card: cardName(card), ranks: list })
}

/** The move that somebody means who puts a card on a pile where it can't go: for the server to say why. */
export function meantInDuel(sides: Sides, own: Side, at: Pick, pile: number): Move {
  if (!sides.centre.includes(pile)) return ['discard', [at.pile, at.index], pile]
  const spot: Spot = at.pile === sides.of[own].hand ? [at.pile, at.index] : at.pile
  return ['play', spot, pile]
}
