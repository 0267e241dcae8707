/** The moment of winning: whether a victory that this page has seen is still being celebrated, so that the result waits. */

import { settings } from '../base/settings.svelte'
import { kindOf } from '../kinds/registry'
import type { Room } from '../room/room.svelte'

/** A table that can celebrate. */
export interface Party {
  /** Let the cards leap; resolves when they have. */
  celebrate(): Promise<void>
  /** Let all be over now. */
  endCelebration(): void
}

export class Celebration {
  readonly #room: Room
  /** Whether the player has played on this page: who comes back to a game that is over celebrates nothing. */
  #hasPlayed = $state(false)
  #isOver = $state(false)
  #isOn = false

  constructor(room: Room) {
    this.#room = room
    $effect(() => {
      const isOn = room.state && kindOf(room.state).ownBoards ? room.mySeat?.state === 'playing' : room.mySeat && room.state?.phase === 'running'
      if (isOn) this.#hasPlayed = true
    })
  }

  /** Whether the player has just won: on an own board by coming home, at one table by the results. */
  readonly hasWon = $derived.by(() => {
    const { state, seat, mySeat } = this.#room
    const isHome = state && kindOf(state).ownBoards ? mySeat?.state === 'finished' : state?.results?.rows.some((row) => row.seat === seat && row.won) === true
    return isHome && this.#hasPlayed
  })

  /** Whether that is yet to be celebrated, or just is. */
  readonly isDue = $derived.by(() => this.hasWon && !this.#isOver && !settings.still)

  /** Celebrate at a table. Any key and any press ends it. */
  async hold(table: Party | undefined): Promise<void> {
    if (this.#isOn) return
    this.#isOn = true
    const end = () => table?.endCelebration()
    for (const way of WAYS) addEventListener(way, end, true)
    try {
      await table?.celebrate()
    } finally {
      for (const way of WAYS) removeEventListener(way, end, true)
      this.#isOver = true
    }
  }
}

const WAYS = ['keydown', 'pointerdown'] as const
