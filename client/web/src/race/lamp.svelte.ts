/** Tells whether the player's board can still be won, in a room with advice. */

import { onDestroy, untrack } from 'svelte'
import type { Room } from '../room/room.svelte'
import { Refusal } from '../wire/connection.svelte'
import type { Advice } from '../wire/types'

/** Milliseconds before the same position is asked about again. */
const AGAIN_MS = 2000

/** The largest number of requests about one position. */
const MOST_TIMES = 4

export class Lamp {
  /** The server's advice on the present position; undefined until it has come. */
  advice = $state.raw<Advice | undefined>()
  /** True if moves are being taken back. */
  goingBack = $state(false)

  #asked = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `isOn`: whether the player may play. */
  constructor(
    readonly room: Room,
    isOn: () => boolean,
  ) {
    onDestroy(() => this.#forget())
    $effect(() => {
      void room.own?.version
      const asks = room.state?.rules.advice && isOn() && !room.waiting && !this.goingBack
      untrack(() => {
        this.#forget()
        if (asks) void this.#ask(this.#asked, 1)
      })
    })
  }

  /** Take back as many moves as lead to the last position that could be won. */
  async goBack(): Promise<void> {
    const { advice } = this
    if (!advice?.back || !advice.may_take_back || this.goingBack) return
    this.goingBack = true
    try {
      for (let left = advice.back; left > 0; left--) {
        if (await this.room.takeBack()) break
      }
    } finally {
      this.goingBack = false
    }
  }

  /** Drop the advice, because the board has changed. */
  #forget(): void {
    this.#asked++
    this.advice = undefined
    clearTimeout(this.#timer)
  }

  /** Ask about a position, given by its number. An answer about an earlier position is not shown. */
  async #ask(position: number, times: number): Promise<void> {
    try {
      const advice = await this.room.getAdvice()
      if (position !== this.#asked) return
      this.advice = advice
      if (!advice.asks_again || times === MOST_TIMES) return
    } catch (error) {
      if (!(error instanceof Refusal) || !error.retry || times === MOST_TIMES || position !== this.#asked) return
    }
    this.#timer = setTimeout(() => void this.#ask(position, times + 1), AGAIN_MS)
  }
}
