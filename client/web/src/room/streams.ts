/** The numbers of streams and of their messages. Pure. */

import { BOARDS, OTHERS, SEQ_SPAN } from '../wire/types'

/** The seat whose board is in a stream, as its racer or as others see it. */
export function seatOf(stream: number): number {
  return stream - (stream < OTHERS ? BOARDS : OTHERS)
}

/** The two streams that may carry a seat's board. A page gets one of them. */
export function streamsOf(seat: number): readonly [own: number, others: number] {
  return [BOARDS + seat, OTHERS + seat]
}

/** The full number of a message with the number `short`, after the message `last`: the number with that short form which is nearest to the next number. */
export function numberOf(short: number, last: number): number {
  const half = SEQ_SPAN / 2
  const ahead = (((short - last - 1 + half) % SEQ_SPAN) + SEQ_SPAN) % SEQ_SPAN
  return last + 1 + ahead - half
}
