/** The numbers of streams and of their messages. Pure. */

import { BOARDS, OTHERS, SEQ_SPAN } from '../wire/types'

/** The seat whose board is in a stream, be it as its racer sees it or as others do. */
export function seatOf(stream: number): number {
  return stream - (stream < OTHERS ? BOARDS : OTHERS)
}

/** The streams in which a seat's board may come here; a page gets but one of them. */
export function streamsOf(seat: number): readonly [own: number, others: number] {
  return [BOARDS + seat, OTHERS + seat]
}

/** The number that a message carries as `short`, where that of the last one was `last`: of all numbers written so, the one nearest to what is due. */
export function numberOf(short: number, last: number): number {
  const half = SEQ_SPAN / 2
  const ahead = (((short - last - 1 + half) % SEQ_SPAN) + SEQ_SPAN) % SEQ_SPAN
  return last + 1 + ahead - half
}
