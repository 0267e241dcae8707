/** Russian Bank at a duel's table: its notes, what a press spares, and its happenings. Pure. */

import { capital } from '../base/text'
import { said } from '../i18n/late/late'
import { t } from '../i18n/index.svelte'
import { applyEvent, copyBoard, type Board } from '../table/board'
import { isAction, type Pick } from '../table/moves'
import type { PileNote } from '../table/notes'
import type { Move, TableEvent } from '../wire/types'
import type { Bank, Side, Sides } from './sides'
import type { Happening } from './story'
import type { Named } from './words'

type Piles = readonly (readonly number[])[]

/** The moves that can be made in the player's own turn, or in the other player's. At the change of turns the table
 * comes ahead of the new list, which the old one must not be taken for. */
export function timely(moves: readonly Move[], isMine: boolean): Move[] {
  return moves.filter(([name]) => (name === 'stop') !== isMine)
}

/** The cards that a player still has to get rid of. */
export function leftIn(bank: Bank, side: Side, piles: Piles): number {
  return [bank.reserve[side], bank.waste[side], bank.stock[side]].reduce((sum, pile) => sum + (piles[pile]?.length ?? 0), 0)
}

/** True if the cards lie as they were dealt. */
export function isFresh(bank: Bank, piles: Piles): boolean {
  return [...bank.foundations, ...bank.waste].every((pile) => !piles[pile]?.length) && bank.houses.every((pile) => piles[pile]?.length === 1)
}

/** The names of both players' piles, and their numbers of cards. `last` is the pile that the last card went to. */
export function bankNotes(bank: Bank, piles: Piles, own: Side | undefined, named: Named, last: number | undefined): Map<number, PileNote> {
  const notes = new Map<number, PileNote>()
  for (const pile of [...bank.houses, ...bank.foundations]) if (pile === last) notes.set(pile, { point: 'last' })
  for (const side of [0, 1] as const) {
    for (const part of ['reserve', 'waste', 'stock'] as const) {
      const pile = bank[part][side]
      const count = piles[pile]?.length ?? 0
      const name = side === own ? said(`bank.own.${part}`) : said(`bank.${part}`, { name: named(side) })
      notes.set(pile, { name, caption: capital(t(`kind.${part}`)), badge: count ? String(count) : undefined, strong: part === 'reserve', point: pile === last ? 'last' : undefined, whole: true })
    }
  }
  return notes
}

/** True if a press must not play this card at once: the turned card that could load the opponent or be laid off. */
export function isUndecided(bank: Bank, own: Side, moves: readonly Move[], { pile }: Pick): boolean {
  const targets = moves.filter((move) => !isAction(move) && move[0] === pile).map((move) => move[1] as number)
  return pile === bank.stock[own] && targets.length > 1 && !targets.some((to) => bank.foundations.includes(to) || bank.houses.includes(to))
}

/** The happenings, in order. `before` is the table before the events, and is not changed. */
export function bankHappenings(bank: Bank, { counters: names }: Sides, before: Board, events: readonly TableEvent[]): Happening[] {
  if (events.some((event) => event[0] === 4)) return [{ kind: 'game' }]
  const board = copyBoard(before)
  const list: Happening[] = []
  const count = (of: Board, name: string) => of.counters[names.indexOf(name)] ?? 0
  const seat: Side = count(before, 'seat') === 1 ? 1 : 0
  for (const event of events) {
    if (event[0] === 0 && event[3] === 1) list.push({ kind: 'moved', seat, card: board.piles[event[1]]?.at(-1) ?? -1, pile: event[2] })
    applyEvent(board, event)
    const card = event[0] === 3 ? (board.piles[event[1]]?.at(-1) ?? -1) : -1
    if (event[0] === 3 && event[1] === bank.stock[seat] && card >= 0) list.push({ kind: 'turned', seat, card })
  }
  const caller: Side = seat === 1 ? 0 : 1
  const stopped = count(board, 'stopped')
  if (stopped && !count(before, 'stopped')) return [{ kind: 'stopped', seat: caller, pile: stopped - 1 }]
  if (count(board, 'called') > count(before, 'called')) list.push({ kind: 'called', seat: caller })
  return list
}
