/** The words for a duel's cards, piles and moves, and for a turn that the clock has ended. */

import { said } from '../i18n/late/late'
import { cardName, rankName } from '../table/names'
import type { RoomState } from '../wire/types'
import type { Happening } from './story'

/** Returns the name of a seat's player for a sentence. */
export type Named = (seat: number) => string

/** A happening in words. `place` returns the number of a pile in its row, from 1, and `pile` the name of a pile of Russian Bank. */
export function happeningText(what: Happening, named: Named, place: (pile: number) => number, pile: (pile: number) => string = () => ''): string {
  switch (what.kind) {
    case 'play': {
      const card = what.wild ? said('duel.as', { card: cardName(what.card), rank: rankName(what.rank) }) : cardName(what.card)
      return said(`duel.say.${what.from}`, { name: named(what.seat), card, n: place(what.pile) })
    }
    case 'discard':
      return said('duel.say.discard', { name: named(what.seat), card: cardName(what.card), n: place(what.pile) })
    case 'drew':
      return said('duel.say.drew', { name: named(what.seat), n: what.n })
    case 'completed':
      return said('duel.say.completed', { n: place(what.pile) })
    case 'stands':
    case 'returns':
    case 'stays':
      return said(`duel.say.${what.kind}`, { name: named(what.seat) })
    case 'moved':
      return said('bank.say.moved', { name: named(what.seat), card: cardName(what.card), place: pile(what.pile) })
    case 'turned':
      return said('bank.say.turned', { name: named(what.seat), card: cardName(what.card) })
    case 'stopped':
      return said('bank.say.stopped', { name: named(what.seat), place: pile(what.pile) })
    case 'called':
      return said('bank.say.called', { name: named(what.seat) })
    case 'stock':
    case 'redeal':
    case 'game':
      return said(`duel.say.${what.kind}`)
  }
}

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
