/** What is told of a turn that the clock has ended. */

import { t } from '../i18n/index.svelte'
import { cardName } from '../table/names'
import type { RoomState } from '../wire/types'
import type { Happening } from './story'

/** The seats that were late once more, by the times that each was before and is now. */
export function newlyLate(before: readonly number[], now: readonly number[]): number[] {
  return now.flatMap((times, seat) => (times > (before[seat] ?? 0) ? [seat] : []))
}

/** How often in a row a seat was late, and how often loses the game; undefined where it was not. */
export function lateness(room: RoomState, seat: number): { n: number; max: number } | undefined {
  const n = room.phase === 'running' ? (room.clock?.timeouts?.[seat] ?? 0) : 0
  return n ? { n, max: Number(room.options['max_timeouts']) } : undefined
}

/** That a seat's time was up, and what was done for it, which is the last of what `happened`; `me` is the seat that is told of itself. */
export function lateText(room: RoomState, seat: number, me: number | undefined, happened: readonly Happening[]): string {
  const put = happened.findLast((what) => what.kind === 'discard' && what.seat === seat)
  const done = put && 'card' in put ? ('discard' as const) : ('ended' as const)
  const card = put && 'card' in put ? cardName(put.card) : ''
  const name = room.seats.find((one) => one.seat === seat)?.name ?? ''
  const text = seat === me ? t(`duel.late.${done}.you`, { card }) : t(`duel.late.${done}`, { name, card })
  const times = lateness(room, seat)
  return times ? `${text} ${t('duel.late.count', times)}` : text
}
