import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { decode, encode } from '@msgpack/msgpack'
import { Connection } from './connection.svelte'

type Sent = { type?: string; id: number }

/** A socket whose server answers what the test says. */
class FakeSocket {
  static readonly OPEN = 1
  static last: FakeSocket
  static answers = true
  static refuses = false
  readyState = 0
  sent: Sent[] = []
  onopen?: () => void
  onmessage?: (event: { data: ArrayBuffer }) => void
  onclose: ((event: { code: number }) => void) | null = null

  constructor() {
    FakeSocket.last = this
  }

  open(): void {
    this.readyState = 1
    this.onopen?.()
  }

  send(bytes: Uint8Array): void {
    const message = decode(bytes) as Sent
    this.sent.push(message)
    if (message.type === 'hello' && FakeSocket.refuses)
      this.hears({ type: 'error', re: message.id, code: 'bad_message', message: 'no such name', retry: false })
    else if (message.type === 'hello') this.hears({ type: 'welcome', re: message.id, player: 'p', name: 'Ada', token: 't', server: '1', now: Date.now() })
    else if (FakeSocket.answers) this.hears({ type: 'pong', re: message.id, now: Date.now() })
  }

  hears(message: unknown): void {
    const bytes = encode(message)
    this.onmessage?.({ data: bytes.slice().buffer as ArrayBuffer })
  }

  close(): void {
    this.readyState = 3
  }
}

const identity = { name: () => 'Ada', token: () => undefined, ticket: () => undefined as string | undefined, unticketed: vi.fn(), browser: () => 'ab'.repeat(16), welcomed: vi.fn(), misnamed: vi.fn() }

function opened(): Connection {
  const connection = new Connection('ws://here/ws', identity)
  connection.connect()
  FakeSocket.last.open()
  return connection
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.answers = true
  FakeSocket.refuses = false
  vi.clearAllMocks()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('is doubted when an answer is overdue, and trusted with the next that is heard', async () => {
  const connection = opened()
  FakeSocket.answers = false
  const asked = connection.ask({ type: 'list_rooms' })
  await vi.advanceTimersByTimeAsync(2_400)
  expect(connection.mute).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(connection.mute).toBe(true)
  expect(FakeSocket.last.sent.map(({ type }) => type)).toEqual(['hello', 'list_rooms', 'ping'])
  FakeSocket.last.hears({ type: 'rooms', re: FakeSocket.last.sent[1]?.id, rooms: [] })
  await asked
  expect(connection.mute).toBe(false)
})

it('is not doubted while it answers, however long nothing is asked', async () => {
  const connection = opened()
  await connection.ask({ type: 'list_rooms' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(connection.mute).toBe(false)
  expect(connection.state).toBe('open')
})

it('is opened again when it stays mute, and what was asked is asked again under its number', async () => {
  const connection = opened()
  const first = FakeSocket.last
  FakeSocket.answers = false
  void connection.ask({ type: 'list_rooms' })
  await vi.advanceTimersByTimeAsync(12_000)
  expect(FakeSocket.last).not.toBe(first)
  expect(connection.state).toBe('lost')
  expect(connection.mute).toBe(false)
  FakeSocket.last.open()
  expect(connection.state).toBe('open')
  expect(FakeSocket.last.sent.slice(1)).toEqual([first.sent[1]])
})

it('is doubted when the server says that the one with the room is silent, until that one answers', async () => {
  const connection = opened()
  FakeSocket.answers = false
  FakeSocket.last.hears({ type: 'error', code: 'busy', message: 'it does not answer', retry: true })
  expect(connection.mute).toBe(true)
  const ping = FakeSocket.last.sent.at(-1)
  expect(ping?.type).toBe('ping')
  FakeSocket.last.hears({ type: 'pong', re: ping?.id, now: Date.now() })
  expect(connection.mute).toBe(false)
})

it('asks at once when it is told that the network is gone', () => {
  const connection = opened()
  FakeSocket.answers = false
  connection.doubt()
  expect(connection.mute).toBe(true)
  expect(FakeSocket.last.sent.at(-1)?.type).toBe('ping')
})

it('knows why a seat was freed, or why it may not come back', () => {
  for (const [code, state] of [[4005, 'unseated'], [4006, 'withheld'], [4007, 'banned']] as const) {
    const connection = opened()
    FakeSocket.last.onclose?.({ code })
    expect(connection.state).toBe(state)
  }
})

it('comes in by a ticket instead of a token, and tells when that is no longer good', () => {
  const held = { ...identity, token: () => 'old', ticket: () => 'p.ticket', unticketed: vi.fn() }
  const connection = new Connection('ws://here/ws', held)
  connection.connect()
  FakeSocket.last.readyState = 1
  FakeSocket.last.send = function (bytes) {
    const hello = decode(bytes) as Sent & { token?: string; ticket?: string }
    expect([hello.token, hello.ticket]).toEqual([undefined, 'p.ticket'])
    this.hears({ type: 'error', re: hello.id, code: 'bad_token', message: 'used', retry: false })
  }
  FakeSocket.last.onopen?.()
  expect(held.unticketed).toHaveBeenCalledOnce()
  expect(held.welcomed).not.toHaveBeenCalled()
})

it('asks for another name where the server refuses the one it has', () => {
  FakeSocket.refuses = true
  const connection = opened()
  expect(identity.misnamed).toHaveBeenCalledOnce()
  expect(identity.welcomed).not.toHaveBeenCalled()
  expect(FakeSocket.last.readyState).toBe(3)
  expect(connection.state).not.toBe('open')
})

it('comes back at once to a server that was renewed, says so meanwhile, and waits longer where that one is not there', async () => {
  const connection = opened()
  const first = FakeSocket.last
  FakeSocket.answers = false
  void connection.ask({ type: 'list_rooms' })
  first.onclose?.({ code: 4008 })
  expect([connection.renewed, connection.state]).toEqual([true, 'lost'])
  await vi.advanceTimersByTimeAsync(100)
  const second = FakeSocket.last
  expect(second).not.toBe(first)
  second.onclose?.({ code: 1006 })
  await vi.advanceTimersByTimeAsync(100)
  expect(FakeSocket.last).toBe(second)
  await vi.advanceTimersByTimeAsync(300)
  FakeSocket.last.open()
  expect([connection.renewed, connection.state]).toEqual([false, 'open'])
  expect(FakeSocket.last.sent.map(({ type }) => type)).toEqual(['hello', 'list_rooms'])
})

it('keeps asking while it is open and the page is seen', async () => {
  const page = { hidden: false }
  vi.stubGlobal('document', page)
  const connection = new Connection('ws://here/ws', identity)
  const ask = vi.fn()
  const stop = connection.keepAsking(ask, 1000)
  expect(ask).toHaveBeenCalledTimes(0)
  connection.connect()
  FakeSocket.last.open()
  await vi.advanceTimersByTimeAsync(0)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(ask).toHaveBeenCalledTimes(3)
  page.hidden = true
  await vi.advanceTimersByTimeAsync(2000)
  expect(ask).toHaveBeenCalledTimes(3)
  page.hidden = false
  stop()
  await vi.advanceTimersByTimeAsync(2000)
  expect(ask).toHaveBeenCalledTimes(3)
})
