/** What a player's own action does, before the server has said so. Pure. */

import { isAction } from '../table/moves'
import type { Move, Spot, TableEvent } from '../wire/types'

/** The table events of a play or discard, as the server will send them; undefined for other moves. */
export function eventsAhead(move: Move, piles: readonly (readonly number[])[]): TableEvent[] | undefined {
  if (!isAction(move) || move.length !== 3) return undefined
  const [, from, to] = move as [string, Spot, number]
  if (typeof from === 'number') return [[0, from, to, 1]]
  const [pile, k] = from
  return [[2, pile, k, to, piles[to]?.length ?? 0, [piles[pile]?.[k] ?? -1]]]
}
