/** A search for somebody to play with, as the server carries it out. */

import { said } from '../i18n/late/late'
import { goInto } from '../state/catalogue.svelte'
import { connection } from '../state/connection'
import { notices } from '../state/notices.svelte'
import { preview } from '../state/preview.svelte'
import { Room } from '../room/room.svelte'
import type { Joined, Matched, SeekOver, Waiting } from '../wire/types'
import { Refusal } from '../wire/connection.svelte'

/** The milliseconds after which the lobby is shown, because the other has not come yet. */
const SOON = 5000

const FOUND = { person: 'somebody.person', program: 'somebody.program', bot: 'somebody.came.bot' } as const

export class Search {
  /** The number of people who wait; undefined until the server has said it. */
  told = $state.raw<Waiting | undefined>()
  /** The moment from which on somebody is looked for, by the server's clock; undefined: at once. */
  heldUntil = $state.raw<number | undefined>()
  /** True if a bot may come. */
  bot = $state(true)
  readonly #ends: readonly (() => void)[]
  /** True while the server searches, or is to search once the connection is back. */
  #goes = true

  /** `game` is the game's id; without one any well-known race is searched for. `onend` is called at the end, found or not. */
  constructor(
    readonly game: string | undefined,
    readonly onend: () => void,
  ) {
    this.#ends = [
      preview.rest(),
      connection.listen((message) => {
        if (Array.isArray(message)) return
        const news = message as unknown as Waiting | Matched | SeekOver
        if (news.type === 'waiting') {
          if (!news.held) this.heldUntil = undefined
          else this.heldUntil ??= connection.now() + 1000 * news.held
          this.told = news
        }
        if (news.type === 'matched') void this.#enter(news)
        else if (news.type === 'seek_over') this.#end(news.reason === 'replaced' ? said('somebody.replaced') : news.message)
      }),
      connection.onOpen(() => void this.#seek()), // another server may have to search now
    ]
    void this.#seek()
  }

  /** Let a bot come, or no longer. */
  wantBot(bot: boolean): void {
    this.bot = bot
    void this.#seek()
  }

  /** End the search. If somebody has just been found, the game begins all the same. */
  async stop(): Promise<void> {
    try {
      await connection.ask({ type: 'stop_seeking' }, false)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'wrong_phase') return
    }
    this.#end()
  }

  async #seek(): Promise<void> {
    if (!this.#goes || connection.state !== 'open') return
    try {
      await connection.ask({ type: 'seek', games: this.game ? [this.game] : [], bot: this.bot }, false)
    } catch (error) {
      if (connection.state !== 'open') return // it is said again when the connection is back
      this.#end()
      notices.failed(error)
    }
  }

  async #enter({ room: code, opponent }: Matched): Promise<void> {
    this.#end()
    try {
      const joined = await connection.ask<Joined>({ type: 'join', room: code, role: 'player' })
      const room = new Room(connection, code, 'player', joined)
      await room.ready()
      room.begins = true
      setTimeout(() => (room.begins = false), SOON)
      notices.show(said(FOUND[opponent]))
      goInto(room)
    } catch (error) {
      notices.failed(error)
    }
  }

  #end(why?: string): void {
    if (!this.#goes) return
    this.#goes = false
    for (const end of this.#ends) end()
    if (why) notices.show(why, 'bad')
    this.onend()
  }
}
