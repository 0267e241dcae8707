import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Connection } from '../wire/connection.svelte'
import type { RoomState, Seat } from '../wire/types'
import { Room } from './room.svelte'

/** A server that says yes to everything, and is written to from the test. */
class Server {
  readonly asked: string[] = []
  readonly state = 'open'
  #tell: (message: object) => void = () => undefined
  #seq = 0

  listen(listener: (message: never) => void): () => void {
    this.#tell = listener as (message: object) => void
    return () => undefined
  }

  onOpen(): () => void {
    return () => undefined
  }

  now(): number {
    return 0
  }

  async ask(body: { type: string }): Promise<object> {
    this.asked.push(body.type)
    return body.type === 'rematch' ? { room: 'NEXT22', role: 'player', seat: 0, layout: {} } : {}
  }

  /** Tell who sits in the room. */
  seats(...players: readonly string[]): void {
    const seats = players.map((player, seat) => ({ seat, player, name: player, ready: false, present: true }) as unknown as Seat)
    if (this.#seq++) this.#tell({ type: 'update', seq: this.#seq, seats })
    else this.#tell({ type: 'room', seq: this.#seq, state: { code: 'NEXT22', phase: 'lobby', called_off: 0, rules: { deal: 'numbered' }, seats } as unknown as RoomState })
  }
}

let server: Server
let room: Room

beforeEach(async () => {
  vi.useFakeTimers()
  server = new Server()
  const old = new Room(server as unknown as Connection, 'OLD222', 'player', { room: 'OLD222', role: 'player', seat: 0, layout: {} } as never)
  room = await old.rematch(['tom', 'amelie'])
  server.seats('tom')
  return () => vi.useRealTimers()
})

describe('whoever has voted with others for the next game', () => {
  it('is ready once all of them have come', async () => {
    server.seats('tom', 'eve')
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.asked).not.toContain('ready')
    server.seats('tom', 'amelie')
    await vi.advanceTimersByTimeAsync(0)
    expect(server.asked.filter((type) => type === 'ready')).toHaveLength(1)
  })

  it('is not ready by itself any more where somebody has not come soon', async () => {
    await vi.advanceTimersByTimeAsync(60_000)
    server.seats('tom', 'amelie')
    await vi.advanceTimersByTimeAsync(0)
    expect(server.asked).not.toContain('ready')
  })

  for (const [what, act] of [
    ['has put somebody out', () => room.unseat(1)],
    ['has seated a bot', () => room.seatBots('easy')],
    ['has been ready and is no longer', () => room.ready(false)],
  ] as const) {
    it(`is not ready by itself any more who ${what}`, async () => {
      await act()
      const before = server.asked.length
      server.seats('tom', 'amelie')
      await vi.advanceTimersByTimeAsync(0)
      expect(server.asked.slice(before)).not.toContain('ready')
    })
  }
})
