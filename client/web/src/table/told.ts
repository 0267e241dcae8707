/** What a layout says is to be told of a pile beside its cards. Pure. */

import { VEILED } from '../wire/types'
import { rankOf } from './cards'
import type { Place } from './geometry'

type Piles = readonly (readonly number[])[]

/** The rank that a pile takes next, 1 (ace) to 13 (king); nothing where it is full, or takes by other rules. */
export function nextRank({ group, nth, pile }: Place, piles: Piles): number | undefined {
  const card = group.order && piles[group.order.pile + nth]?.at(-1)
  return card === undefined ? undefined : group.order?.ranks[rankOf(card) - 1]?.[piles[pile]?.length ?? 0]
}

/** How many cards of the rank that counts lie in a pile, above those that count no more; nobody knows where one is veiled. */
export function tallyOf({ group, pile }: Place, piles: Piles, counters: readonly number[]): number | undefined {
  const { tally } = group
  const counted = tally ? (piles[pile] ?? []).slice(counters[tally.above]) : []
  if (counted.includes(VEILED)) return undefined
  return counted.filter((card) => rankOf(card) === tally?.rank).length
}
