/** The game that the front page shows live. A connection is in one room at a time, so the preview ends before another room is entered. */

import { kindOf } from '../kinds/registry'
import type { ListedRoom } from '../wire/types'
import { held } from './held.svelte'
import { connection } from './connection'
import { Room } from '../room/room.svelte'

class Preview {
  room = $state.raw<Room | undefined>()
  #rests = 0

  /** Show nothing until the returned function is called: to enter a room would end the player's search for somebody to play with. */
  rest(): () => void {
    this.stop()
    this.#rests++
    let isOver = false
    return () => {
      if (!isOver) this.#rests--
      isOver = true
    }
  }

  /** Show the first of these rooms that runs and may be watched; keep the shown one while it is among them. */
  choose(rooms: readonly ListedRoom[]): void {
    if (this.#rests) return
    // A player with a seat in a room would enter it as its player, whatever the role in `join`.
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
