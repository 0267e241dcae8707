/** The facts about a pile that the layout asks to show beside its cards. Pure. */

import { VEILED } from '../wire/types'
import { rankOf } from './cards'
import type { Place } from './geometry'

type Piles = readonly (readonly number[])[]

/** The rank that a pile takes next, 1 (ace) to 13 (king); undefined if it is full, or its group has no order. */
export function nextRank({ group, nth, pile }: Place, piles: Piles): number | undefined {
  const card = group.order && piles[group.order.pile + nth]?.at(-1)
  return card === undefined ? undefined : group.order?.ranks[rankOf(card) - 1]?.[piles[pile]?.length ?? 0]
}

/** The number of cards of the tally's rank in a pile, without the lowest cards that do not count; undefined if a card is veiled. */
export function tallyOf({ group, pile }: Place, piles: Piles, counters: readonly number[]): number | undefined {
  const { tally } = group
  const counted = tally ? (piles[pile] ?? []).slice(counters[tally.above]) : []
  if (counted.includes(VEILED)) return undefined
  return counted.filter((card) => rankOf(card) === tally?.rank).length
}
