/** A running clock that shows the server's time. */

import type { Room } from './room.svelte'

/** The milliseconds between two readings of the clock. */
const EVERY = 250

export class Clock {
  readonly #room: Room
  #read = $state(0)
  /** The server's time in milliseconds; 0 until it was read. It stands still while the room is paused. */
  readonly now = $derived.by(() => this.#room.state?.paused || this.#read)

  constructor(room: Room) {
    this.#room = room
    $effect(() => {
      const tick = () => (this.#read = room.connection.now())
      tick()
      const timer = setInterval(tick, EVERY)
      return () => clearInterval(timer)
    })
  }
}
