/** The names of cards and piles for screen readers. */

import { language, t, tr } from '../i18n/index.svelte'
import { JOKER, rankOf, SUIT_NAMES, suitOf } from './cards'
import type { Place } from './geometry'
import type { PileNote } from './notes'
import { isAction, type Choices } from './moves'
import { labelled, listText } from '../base/text'
import { nextRank, tallyOf } from './told'
import { HIDDEN, VEILED, type ActionLayout, type GroupLayout, type Move, type Spot, type TableLayout } from '../wire/types'

/** "seven of hearts"; of a veiled card, whose racer may be named: "Ann knows it". */
export function cardName(code: number, owner?: string): string {
  if (code === VEILED) return owner === undefined ? t('card.veiled') : t('card.known', { name: owner })
  if (code < 0) return t('card.down')
  if (code === JOKER) return t('card.joker')
  const suit = SUIT_NAMES[suitOf(code)] as string
  return t('card.name', { rank: rankName(rankOf(code)), suit: tr(`suit.${suit}`, suit) })
}

/** A rank as cards show it: "8", "Q", on a German page "D". */
export function rankLetter(rank: number): string {
  return rank === 1 ? 'A' : rank > 10 ? (t('rank.letters')[rank - 11] ?? '') : String(rank)
}

/** The label of a place as its layout has it, with a court card's letter as cards show it, even before a suit (`Q♦`), and the word of an action in the page's language. */
export function labelText(label: string): string {
  const [court, suit] = /^([JQK])([♣♦♥♠]?)$/.exec(label)?.slice(1) ?? []
  return court ? rankLetter(11 + 'JQK'.indexOf(court)) + suit : tr(`action.${label}`, label)
}

/** The mark on an empty place: its label, or on a stock the sign that the waste can become the stock again. */
export function emptyMark({ at, group }: Place, layout: TableLayout): string {
  const again = group.kind === 'stock' && layout.actions.some(({ name }) => name === 'redeal')
  return labelText(at.label) || (again ? '↻' : '')
}

/** "eight" */
export function rankName(rank: number): string {
  return tr(`rank.${rank}`, rankLetter(rank))
}

/** A group's name as the rules of the game say it. English uses the server's names; other languages have some of them, and else name the kind of the group. */
export function groupName({ name, kind }: Pick<GroupLayout, 'name' | 'kind'>): string {
  return language.tag === 'en' ? name : tr(`group.${name}`, tr(`kind.${kind}`, name))
}

/** A pile's name: "column 3". */
export function pileName(place: Place): string {
  const name = groupName(place.group)
  return place.group.places.length > 1 ? `${name} ${place.nth + 1}` : name
}

/** "column 3: 2 cards face down, seven of hearts, six of spades"; `owner` is the racer who alone knows the veiled ones. */
export function pileText(place: Place, codes: readonly number[], note?: PileNote, owner?: string): string {
  const name = note?.name ?? pileName(place)
  const text = pileCards(place, codes, name, owner)
  return note?.said ? `${text}. ${note.said}` : text
}

function pileCards(place: Place, codes: readonly number[], name: string, owner: string | undefined): string {
  if (!codes.length) return t('pile.empty', { name })
  const down = codes.filter((code) => code === HIDDEN).length
  const isSpread = place.at.dx !== 0 || place.at.dy !== 0
  const up = codes.filter((code) => code !== HIDDEN)
  const spread = place.group.tail ? up.slice(-place.group.tail) : up
  const veiled = isSpread ? spread.filter((code) => code === VEILED).length : 0
  const named = isSpread ? spread.filter((code) => code !== VEILED) : codes.slice(-1).filter((code) => code !== HIDDEN)
  const parts = named.map((code) => cardName(code, owner))
  if (veiled) parts.unshift(t('pile.veiled', { n: veiled, name: owner ?? '' }))
  if (isSpread && down) parts.unshift(t('pile.down', { n: down }))
  if (!isSpread && codes.length > 1) parts.push(t('pile.count', { n: codes.length }))
  if (!parts.length) parts.push(t('pile.down', { n: down }))
  return labelled(name, parts.join(', '), language.tag)
}

/** The badge at a pile's lower edge, and its meaning. */
export function toldOf(place: Place, piles: readonly (readonly number[])[], counters: readonly number[]): PileNote | undefined {
  const next = nextRank(place, piles)
  if (next !== undefined) return { badge: `→ ${rankLetter(next)}`, said: t('pile.wants', { rank: rankName(next) }) }
  const size = piles[place.pile]?.length
  if (!size || !place.group.tally) return undefined
  const { rank } = place.group.tally
  const n = tallyOf(place, piles, counters)
  if (n === undefined) return undefined
  return { badge: `${size} · ${n}${rankLetter(rank)}`, said: t('pile.tally', { n, rank: rankName(rank) }) }
}

/** The label of an action's button. */
export function actionName(layout: TableLayout, name: string): string {
  const action: ActionLayout | undefined = layout.actions.find((one) => one.name === name)
  const english = action?.label ?? name
  return language.tag === 'en' ? english : tr(`action.${name}`, english)
}

/** "seven of hearts to column 3" */
export function moveText(move: Move, choices: Choices, places: readonly Place[], layout: TableLayout): string {
  if (isAction(move)) return actionName(layout, move[0])
  const [from, to, count] = move
  const card = choices.piles[from]?.at(-count) ?? -1
  const target = places[to]
  return t('move.said', { card: cardName(card), pile: target ? pileName(target) : '' })
}

/** The same with the cards of an action: "Discard: seven of hearts and seven of clubs". */
export function moveWithCards(move: Move, choices: Choices, places: readonly Place[], layout: TableLayout): string {
  const text = moveText(move, choices, places, layout)
  if (!isAction(move) || move.length === 1) return text
  const cards = (move.slice(1) as Spot[]).flatMap((spot) => {
    const card = typeof spot === 'number' ? choices.piles[spot]?.at(-1) : choices.piles[spot[0]]?.[spot[1]]
    return card === undefined ? [] : [cardName(card)]
  })
  return labelled(text, listText(cards, language.tag), language.tag)
}
