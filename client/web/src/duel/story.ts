/** Turns the table events of a duel into happenings that can be told; `bank.ts` has those of Russian Bank. Pure. */

import { applyEvent, copyBoard, type Board } from '../table/board'
import type { TableEvent } from '../wire/types'
import { isWild, ownerOf, duelStateOf, type Side, type Sides } from './sides'

export type Happening =
  | { readonly kind: 'play'; readonly seat: Side; readonly from: 'riddance' | 'hand' | 'discards'; readonly card: number; readonly pile: number; readonly rank: number; readonly wild: boolean }
  | { readonly kind: 'discard'; readonly seat: Side; readonly card: number; readonly pile: number }
  | { readonly kind: 'drew'; readonly seat: Side; readonly n: number }
  | { readonly kind: 'completed'; readonly pile: number }
  | { readonly kind: 'stands' | 'returns' | 'stays'; readonly seat: Side }
  | { readonly kind: 'stock' | 'redeal' | 'game' }
  | { readonly kind: 'moved'; readonly seat: Side; readonly card: number; readonly pile: number }
  | { readonly kind: 'turned'; readonly seat: Side; readonly card: number }
  /** The player `seat` has called stop, rightly (a card for or at `pile` was missed), or wrongly. */
  | { readonly kind: 'stopped'; readonly seat: Side; readonly pile: number }
  | { readonly kind: 'called'; readonly seat: Side }

/** The happenings of Spite and Malice, in order. `before` is the table before the events, and is not changed. */
export function happenings(sides: Sides, before: Board, events: readonly TableEvent[]): Happening[] {
  if (events.some((event) => event[0] === 4 && event[1] === sides.of[0].riddance)) return [{ kind: 'game' }]
  const board = copyBoard(before)
  const list: Happening[] = []
  const drawn: [number, number] = [0, 0]
  const gathered = new Set<number>()
  for (const event of events) {
    if (event[0] <= 2) moved(event as Moving, board, sides, list, drawn, gathered)
    else if (event[0] === 4 && event[1] === sides.stock) {
      const isRedeal = sides.of.some(({ hand, discards }) => [hand, ...discards].some((pile) => gathered.has(pile)))
      list.push({ kind: isRedeal ? 'redeal' : 'stock' })
    }
    applyEvent(board, event)
  }
  const [was, is] = [duelStateOf(sides, before.counters), duelStateOf(sides, board.counters)]
  for (const seat of [0, 1] as const) {
    if (!was.standing[seat] && is.standing[seat]) list.push({ kind: 'stands', seat })
    else if (was.standing[seat] && !is.standing[seat] && !list.some(({ kind }) => kind === 'redeal')) list.push({ kind: 'returns', seat })
    if (drawn[seat] && !list.some(({ kind }) => kind === 'redeal')) list.push({ kind: 'drew', seat, n: drawn[seat] })
  }
  const played = list.some(({ kind }) => kind === 'play')
  if (was.phase === 'offer' && is.standing[was.seat] && !played) list.unshift({ kind: 'stays', seat: was.seat })
  return list
}

type Moving = Extract<TableEvent, readonly [0 | 1 | 2, ...unknown[]]>

function moved(event: Moving, board: Board, sides: Sides, list: Happening[], drawn: [number, number], gathered: Set<number>): void {
  const from = event[1]
  const to = event[0] === 2 ? event[3] : event[2]
  const owner = ownerOf(sides, from)
  const receiver = ownerOf(sides, to)
  const shown = event[0] === 2 ? event[5][0] : event[0] === 0 ? board.piles[from]?.at(-event[3]) : event[3][0]
  const card = shown ?? -1
  if (to === sides.stock) gathered.add(from)
  else if (to === sides.completed) list.push({ kind: 'completed', pile: from })
  else if (from === sides.stock && receiver !== undefined) drawn[receiver]++
  else if (owner !== undefined && sides.centre.includes(to)) {
    const { riddance, hand } = sides.of[owner]
    const source = from === riddance ? 'riddance' : from === hand ? 'hand' : 'discards'
    const rank = (board.piles[to]?.length ?? 0) + 1
    list.push({ kind: 'play', seat: owner, from: source, card, pile: to, rank, wild: isWild(sides, card) })
  } else if (owner !== undefined && receiver === owner && from === sides.of[owner].hand) list.push({ kind: 'discard', seat: owner, card, pile: to })
}
