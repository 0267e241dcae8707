/** What the players of a room have written to each other, as far as this page was told. */

import type { ChatLine } from '../wire/types'

/** The lines that are kept on the page, through all rooms of an evening. */
const KEPT = 200

export class ChatLines {
  lines = $state.raw<readonly ChatLine[]>([])
  /** The number of all lines that came, and of those that the player has seen. */
  came = $state(0)
  seen = $state(0)
  /** The number of open panels. */
  panels = $state(0)
  #last = -1

  /** Take lines; return those that are new. The server repeats the last ones to whoever comes back. */
  take(lines: readonly ChatLine[]): ChatLine[] {
    const fresh = lines.filter(({ number }) => number > this.#last)
    this.#last = fresh.at(-1)?.number ?? this.#last
    this.lines = [...this.lines, ...fresh].slice(-KEPT)
    this.came += fresh.length
    if (this.panels) this.seen = this.came
    return fresh
  }

  /** Go on from the room before: its lines stay in sight, and numbers begin anew. */
  goOn(before: ChatLines): void {
    const lines = this.lines
    this.lines = [...before.lines, ...lines].slice(-KEPT)
    this.came += before.came
    this.seen += before.seen
  }

  /** The lines that the player has not seen yet. */
  get unseen(): readonly ChatLine[] {
    return this.seen < this.came ? this.lines.slice(this.seen - this.came) : []
  }

  /** Show the lines in a panel; returns the function that ends it. */
  show(): () => void {
    this.panels++
    this.seen = this.came
    return () => this.panels--
  }
}
