/** A room as this page sees it: its state, its boards, and what the player may do there. */

import {
  BOARDS,
  ROOM,
  Tag,
  type BoardSnapshot,
  type Change,
  type Delta,
  type Joined,
  type Move,
  type Moved,
  type Progress,
  type RoomSnapshot,
  type RoomState,
  type RoomUpdate,
  type SayEmote,
  type Seat,
  type Step,
  type TableEvent,
  type TableLayout,
} from '../wire/types'
import type { Incoming } from '../wire/codec'
import { Refusal, type Connection } from '../wire/connection.svelte'
import { kindOf } from '../kinds/registry'
import { BoardError, type Board } from '../table/board'
import { BoardView } from '../table/boardview.svelte'
import { leaderOf } from './leader'
import { freshNonce, isUnseen, keep, kept, owed, witnessed, type Nonce, type Witness } from './nonce'
import { saysPaused } from './paused'
import { withChange, withStandings } from './standings'
import { numberOf, seatOf } from './streams'

/** How a room is entered. `preview`: only to see in passing what goes on there, without being counted as watching. */
export type Entrance = 'player' | 'spectator' | 'preview'

/** Why nobody can be seated any more in the room that follows: it has begun or is over, is full, or locked. */
export type Shut = 'wrong_phase' | 'room_full' | 'room_locked'

/** Something a page may want to tell of. */
export type RoomNews =
  | { readonly kind: 'refused'; readonly move: Move; readonly refusal: Refusal }
  | { readonly kind: 'lead'; readonly seat: number }
  | { readonly kind: 'finished'; readonly seat: number }
  | { readonly kind: 'said'; readonly seat: number; readonly emote: string }
  | { readonly kind: 'moving'; readonly stream: number; readonly board: Board; readonly events: readonly TableEvent[] }
  | { readonly kind: 'moved'; readonly seat: number; readonly events: readonly TableEvent[] }

/** What was said longer ago is not shown any more, as to who comes back, in milliseconds. */
const SAID_MS = 8000

/** Whoever has agreed to go on together, and has not come within so long, is waited for no more, in milliseconds. */
const COMING_MS = 15_000

/** How long to wait after a refusal that will pass, of what the page sends by itself. */
const RETRY_MS = 500

function isShut(code: string): code is Shut {
  return code === 'wrong_phase' || code === 'room_full' || code === 'room_locked'
}

export class Room {
  state = $state.raw<RoomState | undefined>()
  layout = $state.raw<TableLayout | undefined>()
  role = $state<'player' | 'spectator'>('player')
  seat = $state<number | undefined>()
  /** Why the room could not be entered. */
  refusal = $state.raw<Refusal | undefined>()
  boards = $state.raw<ReadonlyMap<number, BoardView>>(new Map())
  /** The player's legal moves, and whether the last may be taken back. */
  moves = $state.raw<readonly Move[]>([])
  undo = $state(false)
  /** How many answers are awaited. */
  waiting = $state(0)
  /** When the oldest of what was asked and not answered was asked, by the page's clock. */
  waitingSince = $state<number | undefined>()
  /** Whether all who are to play are there and ready, as far as this page knows: then there is no lobby to see. */
  begins = $state(false)
  /** Why the room that follows this one can only be watched, once that is known. */
  shut = $state<Shut | undefined>()
  /** What was published before the own nonce was shown. */
  witness = $state.raw<Witness | undefined>()

  /** Whether the player has gone on to the next room on the same connection. */
  #gone = false
  #roomSeq = -1
  #stop: (() => void)[] = []
  #listeners = new Set<(news: RoomNews) => void>()
  #left = false
  #joining = false
  /** The own part of the seed, while the player wants to play. */
  #nonce: Nonce | undefined
  #isPaying = false
  /** The players with whom it was agreed to come here, and until when: if all are here by then, there is nothing to wait for. */
  #together: { readonly players: readonly string[]; readonly until: number } | undefined
  /** Called once it is known how the room stands. */
  #unknown: (() => void)[] = []
  /** When each answer that is awaited was asked for, the oldest first. */
  #asked: number[] = []

  constructor(
    readonly connection: Connection,
    readonly code: string,
    private wanted: Entrance,
    /** The server's answer where the room was entered by opening it. */
    entered?: Joined,
    /** The room's key, where it is by link only. */
    readonly key = entered?.key ?? '',
  ) {
    this.#stop.push(
      connection.listen((message) => this.#heard(message)),
      connection.onOpen(() => void this.#join()),
    )
    const { nonce, witness } = kept(code)
    this.#nonce = nonce
    this.witness = witness
    if (entered) this.#enter(entered)
    else if (connection.state === 'open') void this.#join()
  }

  /** The player's own board. */
  get own(): BoardView | undefined {
    return this.seat === undefined ? undefined : this.boards.get(BOARDS + this.seat)
  }

  get mySeat(): Seat | undefined {
    return this.state?.seats.find((seat) => seat.seat === this.seat)
  }

  /** Whether the player is one of those who are counted as watching. */
  get watches(): boolean {
    return this.role === 'spectator' && this.wanted !== 'preview'
  }

  get amHost(): boolean {
    return this.seat !== undefined && this.state?.host === this.seat
  }

  /** Be told of news. Returns how to stop that. */
  onNews(listener: (news: RoomNews) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The page is left. In a lobby the seat is given back; a running race goes on without the page. */
  close(): void {
    this.#left = true
    for (const stop of this.#stop) stop()
    if (this.#gone) return
    if (!this.state) {
      // Still on the way in, as whom is not known yet: only a new connection is surely in no room.
      if (this.#joining || this.layout) this.connection.reconnect()
      return
    }
    const keepsSeat = this.role === 'player' && (this.state.phase === 'running' || this.state.phase === 'countdown')
    if (keepsSeat) this.connection.reconnect()
    else this.connection.ask({ type: 'leave' }, false).catch(() => undefined)
  }

  // ---- what the player does -------------------------------------------------------------------------------------

  /** Take a seat. Returns why not, where there is none to be had. */
  async sit(): Promise<Refusal | undefined> {
    const [wanted, refusal] = [this.wanted, this.refusal]
    this.wanted = 'player'
    await this.#join()
    if (this.seat !== undefined) return undefined
    this.wanted = wanted
    const why = this.refusal === refusal ? new Refusal('store_down', 'the connection was cut', true) : this.refusal
    // Whoever was in the room to look on still is.
    if (this.state) this.refusal = undefined
    return why
  }

  async ready(ready = true): Promise<void> {
    this.#together = undefined // from now on the player says it
    if (!this.state) await new Promise<void>((resolve) => this.#unknown.push(resolve)) // what the seed is made of is told there
    const before = this.#nonce
    const nonce = ready && this.state && isUnseen(this.state.rules) ? freshNonce() : undefined
    this.#have(nonce) // at once, as the countdown may begin before the answer is here
    try {
      await this.connection.ask({ type: 'ready', ready, nonce_hash: nonce?.hash })
    } catch (error) {
      if (this.#nonce === nonce) this.#have(before)
      this.#keepPromise()
      throw error
    }
  }

  async seatBots(level: 'easy' | 'fair' | 'good', count = 1): Promise<void> {
    this.#together = undefined
    await this.connection.ask({ type: 'seat_bots', count, level })
  }

  async unseat(seat: number): Promise<void> {
    this.#together = undefined // whoever arranges the room wants to see who comes
    await this.connection.ask({ type: 'unseat', seat })
  }

  /** Let nobody new take a seat, or again whoever comes. */
  async lock(locked: boolean): Promise<void> {
    await this.connection.ask({ type: 'lock', locked })
  }

  async giveUp(): Promise<void> {
    await this.connection.ask({ type: 'stand' })
  }

  /** Be for the next deal before all are done, or no longer. */
  async goOnward(onward: boolean): Promise<void> {
    await this.connection.ask({ type: 'onward', onward })
  }

  /** Say something to all in the room. */
  async say(emote: SayEmote['emote']): Promise<void> {
    await this.connection.ask({ type: 'emote', emote })
  }

  /** Put games to the vote for the room that follows; none calls the vote off. */
  async propose(games: readonly string[]): Promise<void> {
    await this.connection.ask({ type: 'propose', games: games.map((game) => ({ game })) })
  }

  /** Be for the game in this place of the ballot. */
  async vote(choice: number): Promise<void> {
    await this.connection.ask({ type: 'vote', choice })
  }

  /** Go on to the room that follows this one, with another `game` where one is named; be ready there as soon as these players have come too. Where it has no seat left, `shut` says why. */
  async rematch(together?: readonly string[], game?: string): Promise<Room> {
    const joined = await this.connection.ask<Joined>({ type: 'rematch', game }).catch((error: unknown) => {
      if (game === undefined && this.state?.rematch && error instanceof Refusal && isShut(error.code)) this.shut = error.code
      throw error
    })
    this.#gone = true
    const next = new Room(this.connection, joined.room, 'player', joined, joined.key ?? this.key)
    next.#together = together && { players: together, until: Date.now() + COMING_MS }
    return next
  }

  /** Play a move: where it is a plain one, or its events are given, it is shown at once, and taken back when the server refuses. */
  async play(move: Move, events?: readonly TableEvent[]): Promise<boolean> {
    const board = this.own
    if (!board) return false
    const ahead = board.runAhead(move, events)
    const refusal = await this.#ask(['m', 0, move], () => board.answered(ahead))
    if (refusal) this.#tell({ kind: 'refused', move, refusal })
    return refusal === undefined
  }

  /** Take the last move back. Returns why not, where it was refused. */
  async takeBack(): Promise<Refusal | undefined> {
    return this.#ask({ type: 'undo' }, () => undefined)
  }

  async #ask(body: Parameters<Connection['ask']>[0], done: () => void): Promise<Refusal | undefined> {
    const at = Date.now()
    this.#asked = [...this.#asked, at]
    this.waitingSince = this.#asked[0]
    this.waiting++
    try {
      await this.connection.ask(body)
      return undefined
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    } finally {
      this.#asked.splice(this.#asked.indexOf(at), 1)
      this.waitingSince = this.#asked[0]
      this.waiting--
      done()
    }
  }

  // ---- what the server says -------------------------------------------------------------------------------------

  async #join(): Promise<void> {
    if (this.#left || this.#joining) return
    this.#joining = true
    const last: Record<string, number> = {}
    if (this.#roomSeq >= 0) last[ROOM] = this.#roomSeq
    for (const [stream, board] of this.boards) if (board.seq >= 0) last[String(stream)] = board.seq
    try {
      const role = this.wanted === 'player' ? 'player' : 'spectator'
      const body = { type: 'join', room: this.code, role, key: this.key || undefined, preview: this.wanted === 'preview', last }
      this.#enter(await this.connection.ask<Joined>(body, false))
    } catch (error) {
      if (error instanceof Refusal && error.message !== 'the connection was cut') this.refusal = error
    } finally {
      this.#joining = false
    }
  }

  #enter(joined: Joined): void {
    this.role = joined.role
    this.seat = joined.seat
    // The same layout again must not count as a new one.
    if (JSON.stringify(joined.layout) !== JSON.stringify(this.layout)) this.layout = joined.layout
    this.refusal = undefined
  }

  #have(nonce: Nonce | undefined, witness = this.witness): void {
    this.#nonce = nonce
    this.witness = witness
    keep(this.code, nonce, witness)
  }

  /** Send what the room waits for, where it is something that a page sends by itself. */
  #keepPromise(): void {
    const [state, seat, nonce] = [this.state, this.mySeat, this.#nonce]
    if (!state || this.#left) return
    if (nonce && !nonce.stood && seat?.nonce_hash === nonce.hash) {
      nonce.stood = true
      nonce.off = state.called_off
      this.#have(nonce)
    }
    const due = owed(nonce, seat, state)
    if (!due || this.#isPaying) return
    this.#isPaying = true
    void this.#pay(due, state).finally(() => {
      this.#isPaying = false
      this.#keepPromise()
    })
  }

  async #pay(due: 'nonce' | 'promise', state: RoomState): Promise<void> {
    const nonce = this.#nonce
    try {
      if (due === 'promise') return await this.ready()
      if (!nonce || this.seat === undefined) return
      this.#have(nonce, witnessed(state, this.seat, nonce))
      await this.connection.ask({ type: 'reveal', nonce: nonce.value })
      nonce.shown = true
    } catch (error) {
      if (error instanceof Refusal && error.retry) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      else if (nonce && due === 'nonce')
        nonce.shown = true // the room has gone on without it
      else this.#have(undefined)
    }
  }

  #keepCompany(): void {
    const here = new Set(this.state?.seats.map(({ player }) => player))
    if (this.state?.phase !== 'lobby' || !this.#together?.players.every((player) => here.has(player))) return
    const isLate = Date.now() > this.#together.until
    this.#together = undefined
    // Where that is refused there is still the button.
    if (!isLate) void this.ready().catch(() => undefined)
  }

  #tell(news: RoomNews): void {
    for (const listener of this.#listeners) listener(news)
  }

  /** A number was missed, or what came does not fit: come in again and get what is missing, or the whole of a board. */
  #resync(broken?: BoardView): void {
    if (broken) broken.seq = -1
    this.connection.reconnect()
  }

  #heard(message: Incoming): void {
    if (Array.isArray(message)) {
      if (message[0] === Tag.Delta) this.#delta(message as unknown as Delta)
      else if (message[0] === Tag.Step) this.#step(message as unknown as Step)
      else if (message[0] === Tag.Moved) this.#moved(message as unknown as Moved)
      else if (message[0] === Tag.Progress) this.#progress(message as unknown as Progress)
    } else if (message.type === 'room') this.#snapshot(message as unknown as RoomSnapshot)
    else if (message.type === 'board') this.#board(message as unknown as BoardSnapshot)
    else if (message.type === 'update') this.#update(message as unknown as RoomUpdate)
    else if (this.state && saysPaused(message)) this.#become({ ...this.state, paused: this.connection.now() })
  }

  #snapshot(message: RoomSnapshot): void {
    if (message.state.code !== this.code) return
    this.#roomSeq = message.seq
    this.#become(message.state)
    for (const known of this.#unknown.splice(0)) known()
  }

  #board(message: BoardSnapshot): void {
    const known = this.boards.get(message.stream)
    if (known) known.reset(message.table, message.seq)
    else this.boards = new Map([...this.boards, [message.stream, new BoardView(message.table, message.seq)]])
  }

  #delta([, stream, seq, change, ...events]: Delta): void {
    this.#changed(stream, seq, change, events)
  }

  #step([, , seq, change, gone, added, undo, ...events]: Step): void {
    if (this.seat === undefined || !this.#changed(BOARDS + this.seat, seq, change, events)) return
    const left = this.moves.filter((_, place) => !gone.includes(place))
    this.moves = [...left, ...added]
    this.undo = undo
  }

  /** Something has changed on a board. Returns whether it is news that fit. */
  #changed(stream: number, short: number, change: Change, events: TableEvent[]): boolean {
    const board = this.boards.get(stream)
    if (!board) return false
    const seq = numberOf(short, board.seq)
    if (seq <= board.seq) return false
    if (seq !== board.seq + 1) {
      this.#resync()
      return false
    }
    this.#tell({ kind: 'moving', stream, board: board.truth, events })
    try {
      board.apply(events, seq)
    } catch (error) {
      if (!(error instanceof BoardError)) throw error
      this.#resync(board)
      return false
    }
    this.#tell({ kind: 'moved', seat: seatOf(stream), events })
    if (change !== 0 && this.state) this.#become({ ...this.state, seats: withChange(this.state.seats, seatOf(stream), change) })
    return true
  }

  #moved([, , , moves, undo]: Moved): void {
    this.moves = moves
    this.undo = undo ?? false
  }

  #next(seq: number): boolean {
    if (seq <= this.#roomSeq || !this.state) return false
    if (seq !== this.#roomSeq + 1) {
      this.#resync()
      return false
    }
    this.#roomSeq = seq
    return true
  }

  #progress([, ...standings]: Progress): void {
    if (this.state) this.#become({ ...this.state, seats: withStandings(this.state.seats, standings) })
  }

  #update({ type: _, seq, ...changes }: RoomUpdate): void {
    if (!this.#next(seq) || !this.state) return
    this.#become({ ...this.state, ...changes })
    const { said } = changes
    if (said && this.connection.now() - said.at < SAID_MS) this.#tell({ kind: 'said', seat: said.seat, emote: said.emote })
  }

  #become(state: RoomState): void {
    const before = this.state
    this.state = state
    this.#keepPromise()
    this.#keepCompany()
    if (state.phase !== 'running' || before?.phase !== 'running') return
    const leader = leaderOf(state.seats)
    const { ownBoards } = kindOf(state)
    // A game at one table that is won has no leader any more.
    const isOn = ownBoards || state.seats.every((seat) => seat.state === 'playing')
    if (isOn && leader !== undefined && leader !== leaderOf(before.seats)) this.#tell({ kind: 'lead', seat: leader })
    if (!ownBoards) return
    for (const seat of state.seats) {
      const was = before.seats.find((one) => one.seat === seat.seat)
      if (seat.state === 'finished' && was?.state !== 'finished') this.#tell({ kind: 'finished', seat: seat.seat })
    }
  }
}
