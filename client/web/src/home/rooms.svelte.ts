/** The list of public rooms, fetched regularly while the page shows it. */

import type { ListedRoom, Rooms } from '../wire/types'
import { connection } from '../state/connection'

const EVERY = 4000

class PublicRooms {
  list = $state.raw<readonly ListedRoom[]>([])
  /** The ids of the games that are played most here. */
  played = $state.raw<readonly string[]>([])
  /** True if the list has been fetched. */
  known = $state(false)

  /** Keep the list fresh until the returned function is called. */
  follow(): () => void {
    const ask = () => {
      connection.ask<Rooms>({ type: 'list_rooms' }, false).then(
        (answer) => {
          this.list = answer.rooms
          // Rooms that are shown already keep their order.
          if (!this.known) this.played = answer.played ?? []
          this.known = true
        },
        () => undefined,
      )
    }
    return connection.keepAsking(ask, EVERY)
  }
}

export const rooms = new PublicRooms()
