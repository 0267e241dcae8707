/** The player's correspondence duels, which go on while nobody is at the table. */

import { connection } from './connection'
import { held } from './held.svelte'
import type { Running, RunningDuel } from '../wire/types'

/** The milliseconds between two looks while they are shown. */
const EVERY = 30_000

class Duels {
  /** The duels, those that await the player first; undefined until they are known. */
  list = $state.raw<readonly RunningDuel[] | undefined>()
  /** The number of those that await the player. */
  readonly awaiting = $derived((this.list ?? []).filter(({ turn }) => turn).length)

  /** Ask for them again and again, until the returned function is called. */
  follow(): () => void {
    const look = () => void this.look().catch(() => undefined)
    look()
    const timer = setInterval(look, EVERY)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }

  async look(): Promise<void> {
    if (document.hidden) return
    const { duels } = await connection.ask<Running>({ type: 'get_running' })
    this.list = duels
    if (held.byDays !== duels.length > 0) held.playsByDays(duels.length > 0)
  }

  /** Give one up, or call it off. */
  async resign(room: string): Promise<void> {
    await connection.ask({ type: 'resign', room })
    await this.look()
  }
}

export const running = new Duels()
