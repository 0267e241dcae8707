/** The player's friends: where they are, and to which games they invite. */

import { isAnonymous } from '../base/router.svelte'
import { me, settings, store, stored } from '../base/settings.svelte'
import { INVITATION_SECONDS, type Friend, type Friends, type Invitation, type Invited, type Millis } from '../wire/types'
import { connection } from './connection'
import { held } from './held.svelte'

const EVERY = 10_000
/** The key under which this browser keeps the id of the player who had friends here. */
const KEY = 'cadogan.friends'

class FriendList {
  list = $state.raw<readonly Friend[]>([])
  /** The invitations of friends that hold and were not put away here, the latest first. */
  invitations = $state.raw<readonly Invitation[]>([])
  /** The id of the player whose list it is. Another player has other friends. */
  #of = ''
  /** The moments of the invitations that were put away. */
  #away = new Set<Millis>()

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

  /** Invite a friend to the lobby in which the player sits. */
  async invite(player: string): Promise<void> {
    await connection.ask({ type: 'invite', player })
  }

  /** Put an invitation away: it was taken, refused, or holds no longer. */
  putAway({ at }: Invitation): void {
    this.#away.add(at)
    this.#invited(this.invitations)
  }

  /** The milliseconds for which an invitation still holds. An invitation to a correspondence duel holds until it is answered, as far as this page knows. */
  holds({ at, days }: Invitation): Millis {
    return days ? Infinity : at + 1000 * INVITATION_SECONDS - connection.now()
  }

  /** Keep the list fresh until the returned function is called. */
  follow(): () => void {
    return connection.keepAsking(() => void this.#ask({ type: 'list_friends' }).catch(() => undefined), EVERY)
  }

  /** Hear of invitations on every page: the server tells those who have asked for their friends on this connection. */
  listen(): () => void {
    if (isAnonymous) return () => undefined
    const ask = () => {
      if (this.list.length || stored<{ of: string }>(KEY).of === me.player) void this.#ask({ type: 'list_friends' }).catch(() => undefined)
    }
    const stops = [
      connection.onOpen(ask),
      connection.listen((message) => {
        if (!Array.isArray(message) && message.type === 'invited') this.#invited((message as unknown as Invited).invitations)
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }

  async #ask(body: Record<string, unknown>): Promise<void> {
    this.#of = me.player
    const { friends: list, invitations } = await connection.ask<Friends>(body)
    this.list = list
    this.#invited(invitations)
    if (list.length) store(KEY, { of: me.player })
  }

  #invited(all: readonly Invitation[]): void {
    const { invitations, muted } = settings.values
    if (all.some(({ days }) => days)) held.playsByDays(true)
    this.invitations = all.filter((one) => invitations && !muted.includes(one.player) && !this.#away.has(one.at) && this.holds(one) > 0)
  }
}

export const friends = new FriendList()
