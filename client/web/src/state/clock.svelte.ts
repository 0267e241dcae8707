/** The server's time for clocks that run on the page. */

import type { Connection } from '../wire/connection.svelte'

/** How often a clock is read, in milliseconds. */
const EVERY = 250

export class Clock {
  /** Milliseconds, by the server's clock; 0 until it has been read. */
  now = $state(0)

  constructor(line: Connection) {
    $effect(() => {
      const tick = () => (this.now = line.now())
      tick()
      const timer = setInterval(tick, EVERY)
      return () => clearInterval(timer)
    })
  }
}
