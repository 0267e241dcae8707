/** The page's socket to the server. It reconnects by itself and repeats unanswered requests. */

import { CloseCode, RECONNECT, SUBPROTOCOL_MSGPACK, Tag, type BrokenRule, type ErrorCode, type Pong, type Welcome } from './types'
import { read, write, type Incoming } from './codec'

/**
 * The state of the connection. `replaced`: the same player came in elsewhere; `unseated`: the host has freed the player's seat;
 * `withheld`: it was freed because its nonce came too late; `banned`: by the operator; `refused`: coming back would be
 * of no use.
 */
export type ConnectionState = 'connecting' | 'open' | 'lost' | 'replaced' | 'unseated' | 'withheld' | 'banned' | 'refused'

/** A refusal of the server. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly retry: boolean,
    /** The seconds after which the same request may succeed, if known. */
    readonly wait?: number,
    /** The rule that forbids an illegal move. */
    readonly rule?: BrokenRule,
  ) {
    super(message)
  }
}

/** The states for close codes after which the page does not reconnect by itself. */
const MEANT: Record<number, ConnectionState> = {
  [CloseCode.REPLACED]: 'replaced',
  [CloseCode.UNSEATED]: 'unseated',
  [CloseCode.WITHHELD]: 'withheld',
  [CloseCode.BANNED]: 'banned',
}

const FIRST_WAIT = 250
const LONGEST_WAIT = 8_000
/** The milliseconds within which clients reconnect to a renewed server, so that they do not all come at once. */
const RENEWED_WITHIN = 60
const PING_EVERY = 12_000
const PONG_WITHIN = 8_000
/** The milliseconds without an answer to a request after which the connection is doubted. */
const DOUBT_AFTER = 2_500
const TRIES_WHEN_TOO_FAST = 6
/** The seconds of waiting up to which the player is told nothing. */
const SHORT_WAIT = 2

/** A request: an object whose id is filled in, or an array whose second item is the id. */
type Body = Record<string, unknown> | [tag: string, id: 0, ...rest: unknown[]]

interface Asked {
  readonly body: Body
  readonly resolve: (answer: never) => void
  readonly reject: (error: Refusal) => void
  readonly again: boolean
  /** The number of answers `too_fast`. */
  tries: number
  /** The moment when it was sent last; Infinity if it was not sent. */
  at: number
}

export interface Identity {
  name(): string
  token(): string | undefined
  /** Returns the ticket to use once instead of the token, to become the player of another device; undefined if there is none. */
  ticket(): string | undefined
  browser(): string
  welcomed(welcome: Welcome): void
  /** Called if the ticket is void. */
  unticketed(): void
  /** Called if the server refuses the name. It must give another name, because the same one would be refused for ever. */
  misnamed(): void
}

export class Connection {
  state = $state<ConnectionState>('connecting')
  /** True if the connection was open before, so that a small notice is enough. */
  wasOpen = $state(false)
  /** True after a renewal of the server, until the connection is open again. */
  renewed = $state(false)
  /** True if the connection is open but an answer is overdue. */
  mute = $state(false)
  /** The refusal, while the server lets nobody in from this address. */
  turnedAway = $state.raw<Refusal | undefined>()
  /** The server's version. */
  server = $state('')

  #socket: WebSocket | undefined
  #asked = new Map<number, Asked>()
  #nextId: number
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #heart: ReturnType<typeof setInterval> | undefined
  #doubts: ReturnType<typeof setTimeout> | undefined
  #offset = 0
  #roundTrip = Infinity
  readonly #listeners = new Set<(message: Incoming) => void>()
  readonly #openers = new Set<() => void>()

  constructor(
    readonly url: string,
    readonly identity: Identity,
  ) {
    // Ids must be higher than those of earlier loads of the page, so they begin with the time.
    this.#nextId = (Math.floor(Date.now() / 1000) % 2 ** 20) * 2 ** 11 + 1
  }

  /** The server's clock, in milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#offset
  }

  /** Call a listener with each message that answers no request. Returns a function that ends this. */
  listen(listener: (message: Incoming) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Call a function whenever the connection is open again. Returns a function that ends this. */
  onOpen(opener: () => void): () => void {
    this.#openers.add(opener)
    return () => this.#openers.delete(opener)
  }

  /** Call this now, with each new connection and every so many milliseconds, but not while the page is hidden. Returns a function that ends it. */
  keepAsking(ask: () => void, every: number): () => void {
    const now = () => {
      if (this.state === 'open' && !document.hidden) ask()
    }
    now()
    const stop = this.onOpen(now)
    const timer = setInterval(now, every)
    return () => {
      stop()
      clearInterval(timer)
    }
  }

  /** Open the connection, or try again at once. */
  connect(): void {
    clearTimeout(this.#timer)
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return
    this.state = this.wasOpen ? 'lost' : 'connecting'
    const socket = new WebSocket(this.url, SUBPROTOCOL_MSGPACK)
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    socket.onopen = () => this.#hello(socket)
    socket.onmessage = (event: MessageEvent<ArrayBuffer>) => this.#heard(read(event.data))
    socket.onclose = (event) => this.#closed(socket, event.code)
  }

  /** Close the connection and open it again, with a new name, say. */
  reconnect(): void {
    const socket = this.#socket
    this.#socket = undefined
    if (socket) {
      socket.onclose = null
      socket.close()
    }
    this.#stopHeart()
    this.connect()
  }

  /** Send a request and return its answer. `again` (the default): repeat it with the same id after a break, until it is answered. */
  ask<T>(body: Body, again = true): Promise<T> {
    return new Promise<T>((resolve, reject) => this.#ask({ body, resolve, reject, again, tries: 0, at: Infinity }))
  }

  #ask(asked: Asked): void {
    const id = this.#nextId++
    this.#asked.set(id, asked)
    if (this.state === 'open') this.#send(id, asked)
  }

  /** Mark the connection as doubtful, and test it. */
  doubt(): void {
    if (this.state !== 'open' || this.mute) return
    this.mute = true
    this.#beat()
  }

  #lookForOverdue(): void {
    this.#doubts = undefined
    const oldest = Math.min(...[...this.#asked.values()].map(({ at }) => at))
    if (oldest === Infinity || this.state !== 'open') return
    const left = oldest + DOUBT_AFTER - Date.now()
    if (left <= 0) this.doubt()
    this.#doubts ??= setTimeout(() => this.#lookForOverdue(), left > 0 ? left : DOUBT_AFTER)
  }

  #send(id: number, asked: Asked): void {
    const { body } = asked
    asked.at = Date.now()
    this.#doubts ??= setTimeout(() => this.#lookForOverdue(), DOUBT_AFTER)
    const message = Array.isArray(body) ? [body[0], id, ...body.slice(2)] : { ...body, id }
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(write(message))
  }

  #hello(socket: WebSocket): void {
    const asked = Date.now()
    const id = this.#nextId++
    const ticket = this.identity.ticket()
    const token = ticket === undefined ? this.identity.token() : undefined
    const hello: Asked = {
      body: { type: 'hello', name: this.identity.name(), token, ticket, browser: this.identity.browser() },
      again: false,
      tries: 0,
      at: asked,
      resolve: (welcome: Welcome) => this.#welcomed(socket, welcome, asked),
      reject: (error) => {
        if (error.code === 'bad_token' && ticket !== undefined) this.identity.unticketed()
        else if (error.code === 'bad_token') this.identity.welcomed({ token: '' } as Welcome)
        else if (error.code === 'bad_message') this.identity.misnamed()
        else if (error.retry) this.turnedAway = error
        socket.close()
      },
    }
    this.#asked.set(id, hello)
    this.#send(id, hello)
  }

  #welcomed(socket: WebSocket, welcome: Welcome, sent: number): void {
    if (socket !== this.#socket) return
    this.#roundTrip = Infinity
    this.#setClock(welcome.now, sent)
    this.identity.welcomed(welcome)
    this.server = welcome.server
    this.turnedAway = undefined
    this.renewed = false
    this.#tries = 0
    this.state = 'open'
    this.wasOpen = true
    for (const opener of this.#openers) opener()
    for (const [id, asked] of this.#asked) if (asked.again) this.#send(id, asked)
    this.#heart = setInterval(() => this.#beat(), PING_EVERY)
  }

  #setClock(now: number, asked: number): void {
    const took = Date.now() - asked
    if (took > this.#roundTrip) return
    this.#roundTrip = took
    this.#offset = now + took / 2 - Date.now()
  }

  #beat(): void {
    const asked = Date.now()
    const late = setTimeout(() => this.reconnect(), PONG_WITHIN)
    this.ask<Pong>({ type: 'ping' }, false).then(
      (pong) => {
        clearTimeout(late)
        this.#setClock(pong.now, asked)
      },
      () => clearTimeout(late),
    )
  }

  #stopHeart(): void {
    this.mute = false
    clearInterval(this.#heart)
    for (const [id, asked] of this.#asked) {
      if (asked.again) continue
      this.#asked.delete(id)
      asked.reject(new Refusal('store_down', 'the connection was cut', true))
    }
  }

  #heard(message: Incoming): void {
    this.mute = false
    if (Array.isArray(message)) {
      if (message[0] === Tag.Step || message[0] === Tag.Moved) this.#answer(message[1] as number, message)
      for (const listener of this.#listeners) listener(message)
      return
    }
    const re = message['re'] as number | undefined
    if (message.type === 'error' && re !== undefined) this.#refuse(re, message)
    else if (re !== undefined) this.#answer(re, message)
    for (const listener of this.#listeners) listener(message)
    if (message.type === 'error' && re === undefined && message['code'] === 'busy') this.doubt()
  }

  #answer(re: number, message: Incoming): void {
    const asked = this.#asked.get(re)
    this.#asked.delete(re)
    asked?.resolve(message as never)
  }

  #refuse(re: number, message: Record<string, unknown>): void {
    const asked = this.#asked.get(re)
    if (!asked) return
    this.#asked.delete(re)
    const refusal = new Refusal(
      message['code'] as ErrorCode,
      message['message'] as string,
      message['retry'] === true,
      message['wait'] as number | undefined,
      message['rule'] as BrokenRule | undefined,
    )
    const soon = (refusal.code === 'too_fast' || refusal.code === 'busy') && (refusal.wait ?? 0) <= SHORT_WAIT && this.state === 'open'
    if (soon && asked.tries++ < TRIES_WHEN_TOO_FAST) setTimeout(() => this.#ask(asked), 150 * asked.tries)
    else asked.reject(refusal)
  }

  #closed(socket: WebSocket, code: number): void {
    if (socket !== this.#socket) return
    this.#socket = undefined
    this.#stopHeart()
    if (RECONNECT[code] === false) {
      this.state = MEANT[code] ?? 'refused'
      return
    }
    this.state = this.wasOpen ? 'lost' : 'connecting'
    if (code === CloseCode.RENEWED && !this.renewed) {
      // Another server has taken over. Clients wait a random moment, so that they do not all reconnect at once.
      this.renewed = true
      this.#timer = setTimeout(() => this.connect(), Math.random() * RENEWED_WITHIN)
      return
    }
    const told = Math.min(60, this.turnedAway?.wait ?? 0) * 1000
    const wait = code === CloseCode.TOO_MANY_SOCKETS ? LONGEST_WAIT : Math.max(told, Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries++))
    this.#timer = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2))
  }
}
