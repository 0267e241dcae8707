import { beforeEach, expect, it, vi } from 'vitest'
import { settings } from '../base/settings.svelte'
import type { Friends, Invitation } from '../wire/types'
import { friends } from './friends.svelte'
import { declineInvitation, keepAsked } from './invitations'

type Heard = (message: unknown) => void
const fake = vi.hoisted(() => ({ answer: undefined as unknown, asked: vi.fn(), byDays: vi.fn(), heard: undefined as Heard | undefined, opened: undefined as (() => void) | undefined }))

// Modules that need a browser or would open a connection to a server.
vi.mock('../base/router.svelte', () => ({ isAnonymous: false }))
vi.mock('../base/settings.svelte', () => {
  const kept: Record<string, object> = {}
  const values: Record<string, unknown> = { muted: [], invitations: true }
  return {
    me: { player: 'me' },
    settings: { values, set: (key: string, value: unknown) => (values[key] = value) },
    stored: (key: string) => kept[key] ?? {},
    store: (key: string, value: object) => (kept[key] = value),
  }
})
vi.mock('./held.svelte', () => ({ held: { playsByDays: fake.byDays } }))
vi.mock('./connection', () => ({
  connection: {
    state: 'open',
    now: () => 1_000_000,
    ask: async (body: { type: string }) => {
      fake.asked(body.type)
      return fake.answer
    },
    listen: (heard: Heard) => {
      fake.heard = heard
      return () => undefined
    },
    onOpen: (opened: () => void) => {
      fake.opened = opened
      return () => undefined
    },
  },
}))

const from = (player: string, age = 0): Invitation => ({ player, name: player, room: 'ABCDEF', game: 'cover', title: 'Cover', at: 1_000_000 - age })
const shown = () => friends.invitations.map(({ player }) => player)

beforeEach(() => {
  settings.set('muted', [])
  settings.set('invitations', true)
  friends.listen()
})

function hear(...invitations: Invitation[]): void {
  fake.heard?.({ type: 'invited', invitations })
}

it('shows the invitations that hold, and those put away no more', () => {
  hear(from('anna'), from('bob', 119_000), from('cid', 121_000))
  expect(shown()).toEqual(['anna', 'bob'])
  friends.putAway(from('anna'))
  expect(shown()).toEqual(['bob'])
  hear(from('anna'), from('bob', 119_000))
  expect(shown(), 'the server tells all of them again').toEqual(['bob'])
  hear(from('anna', -5))
  expect(shown(), 'a later one').toEqual(['anna'])
})

it('shows none of muted players, and none at all if its player wants none', () => {
  settings.set('muted', ['dan'])
  hear(from('dan', 7), from('eve', 8))
  expect(shown()).toEqual(['eve'])
  settings.set('invitations', false)
  hear(from('eve', 9))
  expect(shown()).toEqual([])
})

it('asks for friends with each connection once there were any', async () => {
  fake.opened?.()
  expect(fake.asked).not.toHaveBeenCalled()
  fake.answer = { friends: [{ player: 'anna' }], invitations: [from('anna', 20)] } as unknown as Friends
  await friends.add('anna')
  expect(shown()).toEqual(['anna'])
  fake.asked.mockClear()
  fake.opened?.()
  expect(fake.asked).toHaveBeenCalledWith('list_friends')
})

it('shows an invitation to a correspondence duel until it is answered or withdrawn', async () => {
  hear({ ...from('eve', 600_000), room: 'DAYSDA', days: 2 }, { ...from('finn', 600_000), room: 'DAYSDB', at: 7, days: 1 })
  expect(shown()).toEqual(['eve', 'finn'])
  expect(fake.byDays).toHaveBeenLastCalledWith(true)
  keepAsked([{ ...from('eve', 600_000), room: 'DAYSDA', days: 2 }])
  expect(shown()).toEqual(['eve'])
  await declineInvitation({ ...from('eve', 600_000), room: 'DAYSDA', days: 2 })
  expect(fake.asked).toHaveBeenLastCalledWith('decline_invitation')
  expect(shown()).toEqual([])
})
