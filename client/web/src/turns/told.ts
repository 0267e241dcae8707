/** Tells a move at a table by turns in words, from its table events. Pure but for the language. */

import { said } from '../i18n/late/late'
import { cardName, rankName } from '../table/names'
import type { Board } from '../table/board'
import type { TableEvent } from '../wire/types'
import { isWild, turnStateOf, wanted, type Parts } from './parts'

export interface Told {
  /** The seat that has moved. */
  readonly seat: number
  /** The pile on which its card lies now. */
  readonly pile: number
  readonly text: string
}

/** The move that these events tell of; undefined if they begin with no card of a player. `before` is the table before them. */
export function toldMove(parts: Parts, before: Board, events: readonly TableEvent[], named: (seat: number) => string, own?: number): Told | undefined {
  const [event] = events.filter(([kind]) => kind !== 5)
  if (!event || (event[0] !== 0 && event[0] !== 2)) return undefined
  const [from, to] = event[0] === 2 ? [event[1], event[3]] : [event[1], event[2]]
  const owner = parts.owners[from]
  if (owner === undefined || to === parts.completed) return undefined
  const card = (event[0] === 2 ? event[5][0] : before.piles[from]?.at(-1)) ?? -1
  if (card < 0) return undefined
  const { seat } = turnStateOf(parts, before.counters)
  const name = named(seat)
  if (!parts.centre.includes(to)) {
    const n = 1 + (parts.of[owner]?.discards.indexOf(to) ?? 0)
    return { seat, pile: to, text: said('duel.say.discard', { name, card: cardName(card), n }) }
  }
  const values = { name, n: 1 + parts.centre.indexOf(to) }
  const source = parts.of[owner]?.riddance === from ? 'riddance' : parts.of[owner]?.hand === from ? 'hand' : 'discards'
  const shown = isWild(card) ? said('duel.as', { card: cardName(card), rank: rankName(wanted(before.piles[to])) }) : cardName(card)
  // A partner's hand stays closed, so a card of another player comes from the other piles.
  if (owner === seat || source === 'hand') return { seat, pile: to, text: said(`duel.say.${source}`, { ...values, card: shown }) }
  const text = owner === own ? said(`turns.say.${source}.own`, { ...values, card: shown }) : said(`turns.say.${source}`, { ...values, card: shown, owner: named(owner) })
  return { seat, pile: to, text }
}
