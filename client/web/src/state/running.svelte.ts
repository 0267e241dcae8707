/** The player's correspondence duels, which go on while nobody is at the table. */

import { connection } from './connection'
import { declineInvitation, keepAsked } from './invitations'
import { held } from './held.svelte'
import type { HistoryRow, Invitation, Running, RunningDuel } from '../wire/types'

/** The milliseconds between two looks while they are shown. */
const EVERY = 30_000

class Duels {
  /** The duels, those that await the player first; undefined until they are known. */
  list = $state.raw<readonly RunningDuel[] | undefined>()
  /** The invitations of friends to such duels. */
  invitations = $state.raw<readonly Invitation[]>([])
  /** Those that ended lately, the latest first. */
  over = $state.raw<readonly HistoryRow[]>([])
  /** True if there are any, or were lately. */
  readonly has = $derived((this.list?.length ?? 0) + this.invitations.length + this.over.length > 0)
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
    const { duels, invitations = [], over = [] } = await connection.ask<Running>({ type: 'get_running' })
    this.list = duels
    this.invitations = invitations
    this.over = over
    keepAsked(invitations)
    const has = duels.length + invitations.length > 0
    if (held.byDays !== has) held.playsByDays(has)
  }

  /** Decline an invitation. */
  async decline(invitation: Invitation): Promise<void> {
    await declineInvitation(invitation)
    await this.look()
  }

  /** Give one up, or call it off. */
  async resign(room: string): Promise<void> {
    await connection.ask({ type: 'resign', room })
    await this.look()
  }
}

export const running = new Duels()
