/** The player's friends, and where they are. */

import { me } from '../base/settings.svelte'
import type { Friend, Friends } from '../wire/types'
import { connection } from './connection'

const EVERY = 10_000

class FriendList {
  list = $state.raw<readonly Friend[]>([])
  /** The id of the player whose list it is. Another player has other friends. */
  #of = ''

  has(player: string): boolean {
    return this.list.some((friend) => friend.player === player)
  }

  /** Fetch the list, unless it is there. */
  load(): void {
    if (!me.player || this.#of === me.player) return
    void this.#ask({ type: 'list_friends' }).catch(() => (this.#of = ''))
  }

  async add(player: string): Promise<void> {
    await this.#ask({ type: 'add_friend', player })
  }

  async remove(player: string): Promise<void> {
    await this.#ask({ type: 'remove_friend', player })
  }

  /** Keep the list fresh until the returned function is called. */
  follow(): () => void {
    const ask = () => {
      if (connection.state === 'open' && !document.hidden) void this.#ask({ type: 'list_friends' }).catch(() => undefined)
    }
    ask()
    const stop = connection.onOpen(ask)
    const timer = setInterval(ask, EVERY)
    return () => {
      stop()
      clearInterval(timer)
    }
  }

  async #ask(body: Record<string, unknown>): Promise<void> {
    this.#of = me.player
    this.list = (await connection.ask<Friends>(body)).friends
  }
}

export const friends = new FriendList()
