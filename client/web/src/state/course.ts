/** What a page has seen of a race's course: who had come how far at which moment. Pure. */

import type { Millis, RoomState } from '../wire/types'

/** As a replay tells it: moment from the start, seat, progress. */
export type Reached = readonly [Millis, number, number]

export class Course {
  readonly progress: Reached[] = []
  /** Whether nothing can be missing: it was followed from the deal, without a break. */
  whole = false
  readonly #last = new Map<number, number>()

  /** The room is like this, at a moment of the server's clock. */
  note({ phase, starts, seats }: RoomState, now: Millis): void {
    if (phase === 'lobby' || phase === 'countdown') {
      this.#begin()
      return
    }
    if (!this.#last.size) this.whole ||= phase === 'running' && seats.every(({ moves }) => moves === 0)
    const at = this.#last.size && starts !== undefined ? Math.max(0, now - starts) : 0
    for (const { seat, progress, ended } of seats) {
      if (this.#last.get(seat) === progress) continue
      this.#last.set(seat, progress)
      this.progress.push([Math.min(at, ended ?? at), seat, progress])
    }
  }

  /** The connection was cut: what happens meanwhile is not seen. */
  cut(): void {
    this.whole = false
  }

  #begin(): void {
    this.whole = true
    this.progress.length = 0
    this.#last.clear()
  }
}
