import { afterEach, expect, it, vi } from 'vitest'
import { hall } from './hall.svelte'

type Heard = (message: unknown) => void
const fake = vi.hoisted(() => ({ asked: [] as string[], heard: new Set<Heard>(), opened: new Set<() => void>(), answer: undefined as unknown, evening: '' }))

// Modules that need a browser or would open a connection to a server.
vi.mock('../state/connection', () => ({
  connection: {
    state: 'open',
    ask: async (body: { type: string; tournament?: string }) => {
      fake.asked.push([body.type, body.tournament].filter(Boolean).join(' '))
      return fake.answer
    },
    listen: (heard: Heard) => {
      fake.heard.add(heard)
      return () => fake.heard.delete(heard)
    },
    onOpen: (opened: () => void) => {
      fake.opened.add(opened)
      return () => fake.opened.delete(opened)
    },
  },
}))
vi.mock('../state/evening.svelte', () => ({ evening: { follow: (id: string, takesPart: boolean) => (fake.evening = takesPart ? id : '') } }))
vi.mock('../state/catalogue.svelte', () => ({ goInto: () => undefined }))
vi.mock('../room/room.svelte', () => ({ Room: class {} }))

const told = (id: string, ...rooms: string[]) => ({ type: 'tournament', about: { id }, games: rooms.map((room) => ({ room })) })
const call = (id: string, room: string) => ({ type: 'called', tournament: id, room, game: 'cover', opponent: { name: 'Bob', bot: '', rank: 1 } })
const hear = (message: unknown) => fake.heard.forEach((heard) => heard(message))
const leaves: (() => void)[] = []

function attend(id: string): () => void {
  const leave = hall.attend(id)
  leaves.push(leave)
  return leave
}

afterEach(() => {
  leaves.splice(0).forEach((leave) => leave())
  vi.runAllTimers()
  fake.asked = []
})
vi.useFakeTimers()

it('is there until its last part leaves, and again after each new connection', async () => {
  fake.answer = told('abcdef')
  const [one, other] = [attend('abcdef'), attend('abcdef')]
  expect(fake.asked).toEqual(['attend abcdef'])
  await vi.waitFor(() => expect(hall.told).toEqual(told('abcdef')))
  fake.opened.forEach((opened) => opened())
  expect(fake.asked).toEqual(['attend abcdef', 'attend abcdef'])
  one()
  one()
  expect(fake.asked).toHaveLength(2)
  other()
  expect(fake.asked.at(-1)).toBe('stop_attending')
  expect(hall.told).toBeUndefined()
  expect(fake.heard.size + fake.opened.size).toBe(0)
})

it('does not follow a call again that a button has followed', async () => {
  attend('abcdef')
  hear(call('abcdef', 'DDDDDD'))
  await hall.goTo('DDDDDD')
  expect(hall.takeCall()).toBeUndefined()
})

it('stays there on the way to a game', () => {
  const leave = attend('abcdef')
  hear({ type: 'my_tournament', tournament: 'abcdef', entered: true, game: { number: 1 } })
  leave()
  expect(fake.asked).toEqual(['attend abcdef'])
  const again = attend('abcdef')
  vi.runAllTimers()
  expect(fake.asked, 'the room came in time').toEqual(['attend abcdef'])
  again()
  vi.runAllTimers()
  expect(fake.asked).toEqual(['attend abcdef', 'stop_attending'])
})

it('follows each call once, and none of another tournament', () => {
  attend('abcdef')
  hear(call('others', 'AAAAAA'))
  expect(hall.takeCall()).toBeUndefined()
  hear(call('abcdef', 'BBBBBB'))
  expect(hall.takeCall()?.room).toBe('BBBBBB')
  hear(call('abcdef', 'BBBBBB'))
  expect(hall.takeCall(), 'whoever comes back from the game is not sent there again').toBeUndefined()
  hear(call('abcdef', 'CCCCCC'))
  expect(hall.takeCall()?.room).toBe('CCCCCC')
})

it('says whether the player takes part, until it is over', async () => {
  const inPhase = (phase: string) => ({ type: 'tournament', about: { id: 'abcdef', phase }, games: [] })
  const mine = (entered: boolean) => ({ type: 'my_tournament', tournament: 'abcdef', entered })
  fake.answer = inPhase('running')
  attend('abcdef')
  await vi.waitFor(() => expect(hall.told).toEqual(inPhase('running')))
  expect(fake.evening).toBe('')
  hear(mine(true))
  expect(fake.evening).toBe('abcdef')
  hear(mine(false))
  expect(fake.evening).toBe('')
  hear(mine(true))
  hear(inPhase('over'))
  expect(fake.evening).toBe('')
})

it('leads back from a game that was seen in a private hall', async () => {
  fake.answer = told('private-hall', 'SEEN22')
  attend('private-hall')
  await vi.waitFor(() => expect(hall.told).toBeDefined())
  leaves.splice(0).forEach((leave) => leave())
  const of = (code: string, tournament = '') => hall.of({ code, tournament } as never)
  expect([of('SEEN22'), of('OTHER2'), of('OTHER2', 'abcdef')]).toEqual(['private-hall', '', 'abcdef'])
})
