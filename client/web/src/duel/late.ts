/** The texts about a turn that the clock has ended. */

import { said } from '../i18n/late/late'
import { cardName } from '../table/names'
import type { RoomState } from '../wire/types'
import type { Happening } from './story'

/** The seats whose number of timeouts has grown from `before` to `now`. */
export function newlyLate(before: readonly number[], now: readonly number[]): number[] {
  return now.flatMap((times, seat) => (times > (before[seat] ?? 0) ? [seat] : []))
}

/** The number of successive timeouts of a seat, and the number that loses the game; undefined if there was none. */
export function lateness(room: RoomState, seat: number): { n: number; max: number } | undefined {
  const n = room.phase === 'running' ? (room.clock?.timeouts?.[seat] ?? 0) : 0
  return n ? { n, max: Number(room.options['max_timeouts']) } : undefined
}

/** The text that a seat's time was up, and what the server did for it, which is the last item of `happened`. `me` is the reader's own seat. */
export function lateText(room: RoomState, seat: number, me: number | undefined, happened: readonly Happening[]): string {
  const put = happened.findLast((what) => what.kind === 'discard' && what.seat === seat)
  const done = put && 'card' in put ? ('discard' as const) : ('ended' as const)
  const card = put && 'card' in put ? cardName(put.card) : ''
  const name = room.seats.find((one) => one.seat === seat)?.name ?? ''
  const text = seat === me ? said(`duel.late.${done}.you`, { card }) : said(`duel.late.${done}`, { name, card })
  const times = lateness(room, seat)
  return times ? `${text} ${said('duel.late.count', times)}` : text
}
