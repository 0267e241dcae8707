/** The tournament whose hall the player is in: on its own page, and in its rooms. */

import { goInto } from '../state/catalogue.svelte'
import { connection } from '../state/connection'
import { evening } from '../state/evening.svelte'
import { Room } from '../room/room.svelte'
import { Refusal } from '../wire/connection.svelte'
import type { Called, Code, Joined, MyTournament, Tournament } from '../wire/types'

/** The milliseconds for which the player stays in the hall on the way between its page and a game. */
const ON_THE_WAY = 10_000

type News = Tournament | MyTournament | Called

class Hall {
  id = $state('')
  told = $state.raw<Tournament | undefined>()
  mine = $state.raw<MyTournament | undefined>()
  /** The call to a game that no part of the page has followed yet. */
  called = $state.raw<Called | undefined>()
  /** Why there is no hall. */
  refusal = $state.raw<Refusal | undefined>()
  /** The parts of the page that are in the hall. */
  #users = 0
  #ends: readonly (() => void)[] = []
  /** The room of the last call that was followed. A player who leaves it again is not sent back. */
  #followed: Code | '' = ''
  #leaving: ReturnType<typeof setTimeout> | undefined
  /** By room: the tournament in whose hall its game was seen. */
  readonly #halls = new Map<Code, string>()

  /** The tournament of a room; '' if the player may not know it. A spectator of a private one has to have come from its hall. */
  of(room: Room): string {
    return room.tournament || (this.#halls.get(room.code) ?? '')
  }

  /** Be in the hall of a tournament until the returned function is called. */
  attend(id: string): () => void {
    clearTimeout(this.#leaving)
    this.#users++
    if (this.id !== id) {
      this.#forget()
      this.id = id
    }
    if (!this.#ends.length) {
      this.#ends = [connection.listen((message) => this.#heard(message as News | readonly unknown[])), connection.onOpen(() => void this.#enter())]
      if (connection.state === 'open') void this.#enter()
    }
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      if (--this.#users > 0 || this.id !== id) return
      if (this.mine?.game) this.#leaving = setTimeout(() => this.#leave(), ON_THE_WAY)
      else this.#leave()
    }
  }

  /** Ask again what is new. In a room the server tells nothing of the tournament by itself. */
  look(): void {
    if (connection.state === 'open') void this.#enter()
  }

  /** Take the call, if there is one that was not followed yet: the caller follows it now. */
  takeCall(): Called | undefined {
    const call = this.called
    this.called = undefined
    return call && this.follows(call.room) ? call : undefined
  }

  /** True if nobody has followed the call to this room yet; now somebody does. */
  follows(code: Code): boolean {
    if (code === this.#followed) return false
    this.#followed = code
    return true
  }

  /** Go into the room of the player's game, from the hall or from another `room`. */
  async goTo(code: Code, room?: Room): Promise<void> {
    // Whichever button leads there, the call is followed: nobody is sent there again on the way back.
    this.#followed = code
    await room?.leave()
    const joined = await connection.ask<Joined>({ type: 'join', room: code, role: 'player' })
    goInto(new Room(connection, code, 'player', joined))
  }

  async #enter(): Promise<void> {
    const { id } = this
    try {
      const answer = await connection.ask<Tournament>({ type: 'attend', tournament: id }, false)
      if (id === this.id) this.#heard(answer)
    } catch (error) {
      // After a cut the next connection enters again.
      if (id !== this.id || !(error instanceof Refusal) || connection.state !== 'open') return
      this.refusal = error
      if (error.code === 'unknown_tournament') evening.follow(id, false)
    }
  }

  #heard(news: News | readonly unknown[]): void {
    if (!('type' in news)) return
    if (news.type === 'tournament' && news.about.id === this.id) {
      this.told = news
      for (const { room } of news.games) if (room) this.#halls.set(room, this.id)
      this.refusal = undefined
    } else if (news.type === 'my_tournament' && news.tournament === this.id) this.mine = news
    else if (news.type === 'called' && news.tournament === this.id) this.called = news
    const phase = this.told?.about.phase
    if (phase && this.mine) evening.follow(this.id, this.mine.entered && (phase === 'open' || phase === 'running'))
  }

  #leave(): void {
    if (this.#users) return
    this.#forget()
    if (connection.state === 'open') connection.ask({ type: 'stop_attending' }, false).catch(() => undefined)
  }

  #forget(): void {
    for (const end of this.#ends) end()
    this.#ends = []
    this.id = ''
    this.told = undefined
    this.mine = undefined
    this.called = undefined
    this.refusal = undefined
  }
}

export const hall = new Hall()
