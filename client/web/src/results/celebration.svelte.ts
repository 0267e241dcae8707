/** The celebration of a victory that this page has seen. The results wait until it is over. */

import { settings } from '../base/settings.svelte'
import { kindOf } from '../kinds/registry'
import type { Room } from '../room/room.svelte'

/** A table that can celebrate. */
export interface Party {
  /** Let the cards leap; resolves when they have. */
  celebrate(): Promise<void>
  /** End the celebration at once. */
  endCelebration(): void
}

export class Celebration {
  readonly #room: Room
  /** True if the player has played on this page. A player who comes back to a finished game celebrates nothing. */
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

  /** True if the player has won: on a board of their own with the last card home, at one table by the results. */
  readonly hasWon = $derived.by(() => {
    const { state, seat, mySeat } = this.#room
    const isHome = state && kindOf(state).ownBoards ? mySeat?.state === 'finished' : state?.results?.rows.some((row) => row.seat === seat && row.won) === true
    return isHome && this.#hasPlayed
  })

  /** True if the celebration is due or under way. */
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
