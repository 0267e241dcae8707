/** The boards of a race that are visible here. */

import type { Seat } from '../wire/types'
import type { BoardView } from '../table/boardview.svelte'
import type { Room } from './room.svelte'
import { streamsOf } from './streams'

/** A board with its player; `id` is the number of the seat. */
export interface SeatBoard {
  readonly id: number
  readonly name: string
  readonly view: BoardView
  readonly seat: Seat
}

/** The boards that the server shows here, in the order of the seats. */
export function boardsOf(room: Room): SeatBoard[] {
  return (room.state?.seats ?? []).flatMap((seat) => {
    const view = streamsOf(seat.seat).map((stream) => room.boards.get(stream)).find((found) => found)
    return view ? [{ id: seat.seat, name: seat.name, view, seat }] : []
  })
}
