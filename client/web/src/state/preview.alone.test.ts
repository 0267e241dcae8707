import { beforeEach, expect, it, vi } from 'vitest'
import type { ListedRoom } from '../wire/types'
import { held } from './held.svelte'
import { preview } from './preview.svelte'

// Modules that would open a connection to a server.
vi.mock('../i18n/index.svelte', () => ({ t: (key: string) => key, language: { locale: 'en' } }))
vi.mock('./connection', () => ({ connection: {} }))
vi.mock('./held.svelte', () => ({ held: { seat: undefined } }))
vi.mock('../room/room.svelte', () => ({
  Room: class {
    constructor(
      readonly connection: unknown,
      readonly code: string,
    ) {}
    close = vi.fn()
  },
}))

const race = (code: string, more: Partial<ListedRoom> = {}): ListedRoom => ({
  code, game: 'klondike', title: 'Klondike', kind: 'race', phase: 'running', players: ['Ann'], seats: 8, watchers: 0, spectators: 'live', locked: false, ...more,
})

beforeEach(() => {
  held.seat = undefined
  preview.stop()
})

it('shows the first race that runs and may be watched', () => {
  preview.choose([race('A', { phase: 'lobby' }), race('B', { spectators: 'none' }), race('C'), race('D', { watchers: 9, players: ['Ann', 'Bob'] })])
  expect(preview.room?.code).toBe('C')
})

it('stays while its race is among the rooms, and goes on to another when it is no more', () => {
  preview.choose([race('A'), race('B')])
  const first = preview.room
  preview.choose([race('B'), race('A')])
  expect(preview.room).toBe(first)
  preview.choose([race('B')])
  expect(first?.close).toHaveBeenCalled()
  expect(preview.room?.code).toBe('B')
  preview.choose([])
  expect(preview.room).toBeUndefined()
})

it('does not show the race in which one has a seat', () => {
  held.seat = { code: 'A', game: 'klondike', title: 'Klondike', ends: undefined }
  preview.choose([race('A')])
  expect(preview.room).toBeUndefined()
})

it('shows nothing while the player searches for somebody to play with, as entering a room would end the search', () => {
  preview.choose([race('A')])
  const shown = preview.room
  const [first, second] = [preview.rest(), preview.rest()]
  expect(shown?.close).toHaveBeenCalled()
  for (const end of [() => undefined, first, first]) {
    end()
    preview.choose([race('A')])
    expect(preview.room).toBeUndefined()
  }
  second()
  preview.choose([race('A')])
  expect(preview.room?.code).toBe('A')
})
