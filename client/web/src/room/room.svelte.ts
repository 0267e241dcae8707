/** A room on this page: its state, its boards, and the player's actions there. */

import {
  BOARDS,
  ROOM,
  Tag,
  type Advice,
  type BoardSnapshot,
  type Chat,
  type ChatLine,
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
  type SeatBots,
  type Step,
  type TableEvent,
  type TableLayout,
} from '../wire/types'
import type { Incoming } from '../wire/codec'
import { Refusal, type Connection } from '../wire/connection.svelte'
import { kindOf } from '../kinds/registry'
import { BoardError, type Board } from '../table/board'
import { BoardView } from '../table/boardview.svelte'
import { withLines } from './chat'
import { leaderOf } from './leader'
import { freshNonce, isUnseen, kept, owed, remember, witnessed, type Nonce, type Witness } from './nonce'
import { saysPaused } from './paused'
import { watchersFrom } from './sequel'
import { withChange, withStandings } from './standings'
import { numberOf, seatOf } from './streams'

/** The way to enter a room. `preview`: a glimpse of it, which does not count among its watchers. */
export type Entrance = 'player' | 'spectator' | 'preview'

/** Why the following room has no seat: it has begun or is over, is full, or is locked. */
export type Shut = 'wrong_phase' | 'room_full' | 'room_locked'

/** News of a room, for the parts of the page that show it. */
export type RoomNews =
  | { readonly kind: 'refused'; readonly move: Move; readonly refusal: Refusal }
  | { readonly kind: 'lead'; readonly seat: number }
  | { readonly kind: 'finished'; readonly seat: number }
  | { readonly kind: 'said'; readonly seat: number; readonly emote: string }
  | { readonly kind: 'moving'; readonly stream: number; readonly board: Board; readonly events: readonly TableEvent[] }
  | { readonly kind: 'moved'; readonly seat: number; readonly events: readonly TableEvent[] }

/** The word that the server tells everybody instead of the id of a private tournament. */
const PRIVATE = 'private'

/** The age in milliseconds above which an emote is not shown, for example to a player who comes back. */
const SAID_MS = 8000

/** The milliseconds to wait in a following room for players who agreed to come. */
const COMING_MS = 15_000

/** The milliseconds to wait after a passing refusal of a message that the page sends by itself. */
const RETRY_MS = 500

/** The seconds to wait before joining again, after a passing refusal that names no time. */
const JOIN_AGAIN_SECONDS = 1

function isShut(code: string): code is Shut {
  return code === 'wrong_phase' || code === 'room_full' || code === 'room_locked'
}

export class Room {
  state = $state.raw<RoomState | undefined>()
  layout = $state.raw<TableLayout | undefined>()
  role = $state<'player' | 'spectator'>('player')
  seat = $state<number | undefined>()
  /** The refusal, if the room could not be entered. */
  refusal = $state.raw<Refusal | undefined>()
  boards = $state.raw<ReadonlyMap<number, BoardView>>(new Map())
  /** The player's legal moves; and true if the last move may be taken back. */
  moves = $state.raw<readonly Move[]>([])
  undo = $state(false)
  /** The number of awaited answers. */
  waiting = $state(0)
  /** The moment of the oldest unanswered request, by the page's clock. */
  waitingSince = $state<number | undefined>()
  /** True if all players are there and ready, as far as this page knows; then no lobby is shown. */
  begins = $state(false)
  /** Why the following room can only be watched; undefined until that is known. */
  shut = $state<Shut | undefined>()
  /** The promises published before the player's nonce was shown. */
  witness = $state.raw<Witness | undefined>()

  /** The lines that players have written to each other, through all rooms of an evening. */
  chat = $state.raw<readonly ChatLine[]>([])
  /** The ids of people of the group who may have watched the game before, and can join this one. */
  watched: readonly string[] = []

  /** True if the player has gone on to the next room on the same connection. */
  #gone = false
  #roomSeq = -1
  #tournament = $state('')
  #stop: (() => void)[] = []
  #listeners = new Set<(news: RoomNews) => void>()
  #left = false
  #joining = false
  /** The player's nonce, while the player is ready or wants to be. */
  #nonce: Nonce | undefined
  #isPaying = false
  /** The players who agreed to come here, and until when to wait for them. The player gets ready as soon as all have come. */
  #together: { readonly players: readonly string[]; readonly until: number } | undefined
  /** Functions to call once the room's state is known. */
  #unknown: (() => void)[] = []
  /** The moments of the unanswered requests, the oldest first. */
  #asked: number[] = []

  constructor(
    readonly connection: Connection,
    readonly code: string,
    private wanted: Entrance,
    /** The server's answer, if the player entered the room by opening it. */
    entered?: Joined,
    /** The room's key, where it is by link only. */
    readonly key = entered?.key ?? '',
  ) {
    this.#stop.push(
      connection.listen((message) => this.#heard(message)),
      connection.onOpen(() => void this.#joinByItself()),
    )
    const { nonce, witness } = kept(code)
    this.#nonce = nonce
    this.witness = witness
    if (entered) this.#enter(entered)
    else if (connection.state === 'open') void this.#joinByItself()
  }

  /** The player's own board. */
  get own(): BoardView | undefined {
    return this.seat === undefined ? undefined : this.boards.get(BOARDS + this.seat)
  }

  get mySeat(): Seat | undefined {
    return this.state?.seats.find((seat) => seat.seat === this.seat)
  }

  /** True if the player counts among the room's watchers. */
  get watches(): boolean {
    return this.role === 'spectator' && this.wanted !== 'preview'
  }

  get amHost(): boolean {
    return this.seat !== undefined && this.state?.host === this.seat
  }

  /** True if the player may seat bots and free their seats: as the host, or while nobody is, since the group's host has not come yet. */
  get maySeatBots(): boolean {
    return this.amHost || (this.seat !== undefined && this.state !== undefined && this.state.host === undefined)
  }

  /** Call a listener with each piece of news. Returns a function that ends this. */
  onNews(listener: (news: RoomNews) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Leave the room's page. In a lobby this frees the seat; a running race goes on without the page. */
  close(): void {
    this.#left = true
    for (const stop of this.#stop) stop()
    if (this.#gone) return
    if (!this.state) {
      // The answer to `join` is still missing, so the role is not known. Only a new connection is certainly in no room.
      if (this.#joining || this.layout) this.connection.reconnect()
      return
    }
    const { phase, rules } = this.state
    const keepsSeat = this.role === 'player' && (phase === 'running' || phase === 'countdown' || (phase === 'lobby' && rules.days_per_turn && this.mySeat?.ready))
    if (keepsSeat) this.connection.reconnect()
    else this.connection.ask({ type: 'leave' }, false).catch(() => undefined)
  }

  // ---- the player's actions -------------------------------------------------------------------------------------

  /** Take a seat. Returns the refusal if there is none. */
  async sit(): Promise<Refusal | undefined> {
    const [wanted, refusal] = [this.wanted, this.refusal]
    this.wanted = 'player'
    await this.#join()
    if (this.seat !== undefined) return undefined
    this.wanted = wanted
    const why = this.refusal === refusal ? new Refusal('store_down', 'the connection was cut', true) : this.refusal
    // After the refusal a spectator is still in the room.
    if (this.state) this.refusal = undefined
    return why
  }

  async ready(ready = true): Promise<void> {
    this.#together = undefined // from now on the player decides
    if (!this.state) await new Promise<void>((resolve) => this.#unknown.push(resolve)) // the state tells if the deal needs a nonce
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

  async seatBots(level: NonNullable<SeatBots['level']>, count = 1): Promise<void> {
    this.#together = undefined
    await this.connection.ask({ type: 'seat_bots', count, level })
  }

  async unseat(seat: number): Promise<void> {
    this.#together = undefined // a player who arranges the room wants to see it
    await this.connection.ask({ type: 'unseat', seat })
  }

  /** Lock the room against new players, or unlock it. */
  async lock(locked: boolean): Promise<void> {
    await this.connection.ask({ type: 'lock', locked })
  }

  async giveUp(): Promise<void> {
    await this.connection.ask({ type: 'stand' })
  }

  /** Say that the player wants to go on to the next deal before all are done, or no longer does. */
  async goOnward(onward: boolean): Promise<void> {
    await this.connection.ask({ type: 'onward', onward })
  }

  /** Show an emote to everybody in the room. */
  async say(emote: SayEmote['emote']): Promise<void> {
    await this.connection.ask({ type: 'emote', emote })
  }

  /** Put games to the vote for the following room; an empty list calls the vote off. */
  async propose(games: readonly string[]): Promise<void> {
    await this.connection.ask({ type: 'propose', games: games.map((game) => ({ game })) })
  }

  /** Vote for the game with this index in the ballot. */
  async vote(choice: number): Promise<void> {
    await this.connection.ask({ type: 'vote', choice })
  }

  /**
   * Go on to the following room, with another `game` if one is named, and get ready there as soon as the players of `together` have
   * come. If others have opened that room already, the game is changed there. If it has no seat left, `shut` says why.
   */
  async rematch(together?: readonly string[], game?: string): Promise<Room> {
    const opened = game !== undefined && this.state?.rematch ? await this.#rematch() : undefined
    const joined = await this.#rematch(game).catch((error: unknown) => {
      if (!opened) throw error
    })
    // Its game can't be changed: be there all the same.
    if (!joined) return new Room(this.connection, opened?.room ?? '', 'player', undefined, opened?.key ?? this.key)
    const next = new Room(this.connection, joined.room, 'player', joined, joined.key ?? this.key)
    next.chat = this.chat
    if (this.state) next.watched = watchersFrom(this.state)
    next.#together = together && { players: together, until: Date.now() + COMING_MS }
    return next
  }

  async #rematch(game?: string): Promise<Joined> {
    try {
      const joined = await this.connection.ask<Joined>({ type: 'rematch', game })
      this.#gone = true // before the next message, which is of the room that follows
      return joined
    } catch (error) {
      if (game === undefined && this.state?.rematch && error instanceof Refusal && isShut(error.code)) this.shut = error.code
      throw error
    }
  }

  /** Leave this room for another one, while its page still shows it. */
  async leave(): Promise<void> {
    await this.connection.ask({ type: 'leave' })
    this.#gone = true
  }

  /** Play a move. A plain move, or one with `events`, is shown at once, and withdrawn if the server refuses it. */
  async play(move: Move, events?: readonly TableEvent[]): Promise<boolean> {
    const board = this.own
    if (!board) return false
    const ahead = board.runAhead(move, events)
    const refusal = await this.#ask(['m', 0, move], () => board.answered(ahead))
    if (refusal) this.#tell({ kind: 'refused', move, refusal })
    return refusal === undefined
  }

  /** Take the last move back. Returns the refusal, if any. */
  async takeBack(): Promise<Refusal | undefined> {
    return this.#ask({ type: 'undo' }, () => undefined)
  }

  /** Ask whether the player's own board can still be won. */
  async getAdvice(): Promise<Advice> {
    return this.connection.ask<Advice>({ type: 'get_advice' }, false)
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

  /** The id of the tournament to which the game belongs; '' if it belongs to none, or the player may not know it. */
  get tournament(): string {
    const told = this.state?.rules.tournament ?? ''
    return this.#tournament || (told === PRIVATE ? '' : told)
  }

  // ---- the server's messages ------------------------------------------------------------------------------------

  async #join(): Promise<void> {
    if (this.#left || this.#gone || this.#joining) return
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

  /** Join, and join again after a passing refusal: while the store is away, say. Nobody presses a button for that. */
  async #joinByItself(): Promise<void> {
    await this.#join()
    const { refusal } = this
    if (!refusal?.retry || this.#left) return
    const isStillOut = () => this.refusal === refusal && !this.#left && this.connection.state === 'open'
    setTimeout(() => isStillOut() && void this.#joinByItself(), 1000 * (refusal.wait ?? JOIN_AGAIN_SECONDS))
  }

  #enter(joined: Joined): void {
    this.role = joined.role
    this.seat = joined.seat
    this.#tournament = joined.tournament ?? ''
    // Keep the same layout object, so that nothing is drawn again.
    if (JSON.stringify(joined.layout) !== JSON.stringify(this.layout)) this.layout = joined.layout
    this.refusal = undefined
  }

  #have(nonce: Nonce | undefined, witness = this.witness): void {
    this.#nonce = nonce
    this.witness = witness
    remember(this.code, nonce, witness)
  }

  /** Send the nonce or promise that the room waits for, if it waits for one. */
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
    // If that is refused, the player can still press the button.
    if (!isLate) void this.ready().catch(() => undefined)
  }

  #tell(news: RoomNews): void {
    for (const listener of this.#listeners) listener(news)
  }

  /** A number was missed, or an event does not fit: join again for the missing messages, or for a snapshot of the `broken` board. */
  #resync(broken?: BoardView): void {
    if (broken) broken.seq = -1
    this.connection.reconnect()
  }

  #heard(message: Incoming): void {
    // The page may still show this room, but all that comes now is of the one that follows.
    if (this.#gone) return
    if (Array.isArray(message)) {
      if (message[0] === Tag.Delta) this.#delta(message as unknown as Delta)
      else if (message[0] === Tag.Step) this.#step(message as unknown as Step)
      else if (message[0] === Tag.Moved) this.#moved(message as unknown as Moved)
      else if (message[0] === Tag.Progress) this.#progress(message as unknown as Progress)
    } else if (message.type === 'room') this.#snapshot(message as unknown as RoomSnapshot)
    else if (message.type === 'board') this.#board(message as unknown as BoardSnapshot)
    else if (message.type === 'update') this.#update(message as unknown as RoomUpdate)
    else if (message.type === 'chat') this.chat = withLines(this.chat, (message as unknown as Chat).lines)
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

  /** Apply a change of a board. Returns true if it was new and fitted. */
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
    // A won game at one table has no leader.
    const isOn = ownBoards || state.seats.every((seat) => seat.state === 'playing')
    if (isOn && leader !== undefined && leader !== leaderOf(before.seats)) this.#tell({ kind: 'lead', seat: leader })
    if (!ownBoards) return
    for (const seat of state.seats) {
      const was = before.seats.find((one) => one.seat === seat.seat)
      if (seat.state === 'finished' && was?.state !== 'finished') this.#tell({ kind: 'finished', seat: seat.seat })
    }
  }
}
