/** Explains in the player's language why the rules forbid a move. */

import { language, t } from '../i18n/index.svelte'
import { labelled } from '../base/text'
import type { BrokenRule, TableLayout } from '../wire/types'
import { JOKER, rankOf, suitOf } from './cards'
import { actionName, groupName, rankLetter, rankName } from './names'

const SIGNS = '♣♦♥♠'
/** The cards of a pack, jokers aside. */
const PACK = 52
/** The largest number of cards that are all named. */
const NAMED_AT_MOST = 6
/** Values that are ranks. */
const RANKS = new Set(['rank', 'highest', 'lowest'])
/** Values that are ids of groups. */
const GROUPS = new Set(['source', 'target'])

/** The sentence about a broken rule; the server's English one if the language has no text for the rule. */
export function forbidden(rule: BrokenRule, layout: TableLayout): string {
  const values = Object.fromEntries(Object.entries(rule.values).map(([name, value]) => [name, spoken(name, value, layout)]))
  const said = language.rule(rule.name, values)
  if (said === undefined) return rule.reason
  return rule.action === undefined ? said : labelled(actionName(layout, rule.action), said, language.tag)
}

function spoken(name: string, value: BrokenRule['values'][string], layout: TableLayout): string | number {
  if (Array.isArray(value)) return cardsText(value)
  if (RANKS.has(name)) return rankName(Number(value))
  if (name === 'wild') return value === 'king' ? rankName(13) : t('card.joker')
  const group = GROUPS.has(name) ? layout.groups.find(({ id }) => id === value) : undefined
  return group ? groupName(group) : value
}

/** Cards in words: "A♦ or A♥"; of many cards only some. */
function cardsText(cards: readonly number[]): string {
  const first = cards[0]
  if (first === undefined) return ''
  if (cards.length >= PACK) return language.rule('cards.any') ?? ''
  if (cards.length === 4 && cards.every((card) => rankOf(card) === rankOf(first))) {
    return language.rule('cards.rank', { rank: rankName(rankOf(first)) }) ?? ''
  }
  if (cards.length > NAMED_AT_MOST) return language.rule('cards.more', { cards: cards.slice(0, 4).map(cardSign).join(', ') }) ?? ''
  return new Intl.ListFormat(language.tag, { type: 'disjunction' }).format(cards.map(cardSign))
}

/** A card as its corner shows it: "7♥". */
function cardSign(card: number): string {
  return card === JOKER ? t('card.joker') : `${rankLetter(rankOf(card))}${SIGNS[suitOf(card)]}`
}
