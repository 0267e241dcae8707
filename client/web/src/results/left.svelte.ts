/** The race that this browser has left when it was done there: what came of it is told wherever the player is by then. */

import { kindOf } from '../kinds/registry'
import { Refusal } from '../wire/connection.svelte'
import type { History, HistoryRow, RoomState, Seat } from '../wire/types'
import { connection } from '../state/connection'

/** Between two looks at whether it is over. */
const EVERY = 5000
/** So far down the history it may stand when it is over, after others that were over meanwhile. */
const AMONG = 10
/** Who is done, while the others play on. */
const DONE: readonly Seat['state'][] = ['finished', 'stood']

class Left {
  #code = $state('')
  /** How it came out, from when it is over until it was taken note of. */
  row = $state.raw<HistoryRow | undefined>()

  /** Whether there is a race of which the player is yet to be told. */
  get waits(): boolean {
    return this.#code !== '' && !this.row
  }

  /** The player, who sat at `mine`, leaves a room that stands like this. */
  leave(state: RoomState, mine: Seat): void {
    if (!kindOf(state).ownBoards || state.phase !== 'running' || !DONE.includes(mine.state)) return
    this.#code = state.code
    this.row = undefined
  }

  /** The player is in a room again, or has been told. */
  forget(code = this.#code): void {
    if (code !== this.#code) return
    this.#code = ''
    this.row = undefined
  }

  /** Look now and then whether it is over, until the returned function is called. */
  follow(): () => void {
    const timer = setInterval(() => void this.#look(), EVERY)
    return () => clearInterval(timer)
  }

  async #look(): Promise<void> {
    if (connection.state !== 'open') return
    const code = this.#code
    try {
      const { games } = await connection.ask<History>({ type: 'get_history', count: AMONG })
      if (code === this.#code) this.row = games.find(({ room }) => room === code)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error // who is refused looks again
    }
  }
}

export const left = new Left()
