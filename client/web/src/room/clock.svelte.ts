/** The server's time for clocks that run on the page. */

import type { Room } from './room.svelte'

/** How often a clock is read, in milliseconds. */
const EVERY = 250

export class Clock {
  readonly #room: Room
  #read = $state(0)
  /** Milliseconds, by the server's clock; 0 until it has been read. It stands still while the room is paused. */
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
