import { expect, it } from 'vitest'
import type { Connection } from '../wire/connection.svelte'
import { Room } from './room.svelte'

/** A connection whose answers are given at once, and on which the test speaks for the server. */
class Line {
  readonly asked: string[] = []
  readonly state = 'open'
  cuts = 0
  readonly #listeners = new Set<(message: object) => void>()
  readonly #openers = new Set<() => void>()

  listen(listener: (message: object) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  onOpen(opener: () => void): () => void {
    this.#openers.add(opener)
    return () => this.#openers.delete(opener)
  }

  reconnect(): void {
    this.cuts++
    for (const opener of this.#openers) opener()
  }

  async ask(body: { type: string; room?: string }): Promise<object> {
    this.asked.push(`${body.type} ${body.room ?? ''}`)
    return { room: 'NEXT22', role: 'player', seat: 0, layout: {} }
  }

  tell(message: object): void {
    for (const listener of [...this.#listeners]) listener(message)
  }
}

function stateOf(code: string, phase: string): object {
  return { code, phase, called_off: 0, rules: { deal: 'numbered' }, seats: [{ seat: 0, player: 'tom', name: 'Tom', present: true, ready: false }] }
}

async function gone(): Promise<{ line: Line; old: Room; next: Room }> {
  const line = new Line()
  const old = new Room(line as unknown as Connection, 'OLD222', 'player', { room: 'OLD222', role: 'player', seat: 0, layout: {} } as never)
  line.tell({ type: 'room', seq: 12, state: stateOf('OLD222', 'finished') })
  return { line, old, next: await old.rematch() }
}

it('a room that the player has left for the next one takes no message of that one for its own', async () => {
  const { line, old, next } = await gone()
  line.tell({ type: 'room', seq: 26, state: stateOf('NEXT22', 'lobby') })
  line.tell({ type: 'update', seq: 27, phase: 'countdown' })
  expect(line.cuts).toBe(0)
  expect([old.state?.phase, next.state?.phase]).toEqual(['finished', 'countdown'])
})

it('a room that the player has left for the next one is not entered again on a new connection', async () => {
  const { line } = await gone()
  line.asked.length = 0
  line.reconnect()
  expect(line.asked).toEqual(['join NEXT22'])
})
