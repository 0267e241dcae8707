/** Which board is in which stream of a race. Pure. */

import { BOARDS, OTHERS } from '../wire/types'

/** The seat whose board is in a stream, be it as its racer sees it or as others do. */
export function seatOf(stream: number): number {
  return stream - (stream < OTHERS ? BOARDS : OTHERS)
}

/** The streams in which a seat's board may come here; a page gets but one of them. */
export function streamsOf(seat: number): readonly [own: number, others: number] {
  return [BOARDS + seat, OTHERS + seat]
}
