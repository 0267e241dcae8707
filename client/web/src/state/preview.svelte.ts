/** The game that the front page shows live. A connection can be in one room at a time, so it ends before another is entered. */

import { kindOf } from '../kinds/registry'
import type { ListedRoom } from '../wire/types'
import { held } from './held.svelte'
import { connection } from './connection'
import { Room } from '../room/room.svelte'

class Preview {
  room = $state.raw<Room | undefined>()

  /** Watch the liveliest of these rooms, which comes first; the one that is shown stays while it is among them. */
  choose(rooms: readonly ListedRoom[]): void {
    // Into the room where one has a seat one comes as its player, whatever was asked for.
    const others = rooms.filter((room) => room.code !== held.seat?.code)
    const running = others.filter((room) => kindOf(room).ownBoards && room.phase === 'running' && room.spectators !== 'none')
    if (this.room && running.some((room) => room.code === this.room?.code)) return
    this.stop()
    const [best] = running
    if (best) this.room = new Room(connection, best.code, 'preview')
  }

  /** Watch no more. */
  stop(): void {
    this.room?.close()
    this.room = undefined
  }
}

export const preview = new Preview()
