/** The race that the player left after finishing their own board. The page shows its result wherever the player is then. */

import { kindOf } from '../kinds/registry'
import { Refusal } from '../wire/connection.svelte'
import type { History, HistoryRow, RoomState, Seat } from '../wire/types'
import { connection } from '../state/connection'

/** The milliseconds between two checks if it is over. */
const EVERY = 5000
/** The number of latest games of the history in which it is looked for, because others may have ended later. */
const AMONG = 10
/** The states of players who are done while others play on. */
const DONE: readonly Seat['state'][] = ['finished', 'stood']

class Left {
  #code = $state('')
  /** The result, from the end of the race until the player has dismissed it. */
  row = $state.raw<HistoryRow | undefined>()

  /** True if there is a race whose result the player has not seen. */
  get waits(): boolean {
    return this.#code !== '' && !this.row
  }

  /** Note that the player on seat `mine` leaves a room in this state. */
  leave(state: RoomState, mine: Seat): void {
    if (!kindOf(state).ownBoards || state.phase !== 'running' || !DONE.includes(mine.state)) return
    this.#code = state.code
    this.row = undefined
  }

  /** Forget the race: the player is in that room again, or has seen the result. */
  forget(code = this.#code): void {
    if (code !== this.#code) return
    this.#code = ''
    this.row = undefined
  }

  /** Check regularly if it is over, until the returned function is called. */
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
      if (!(error instanceof Refusal)) throw error // after a refusal the next check tries again
    }
  }
}

export const left = new Left()
