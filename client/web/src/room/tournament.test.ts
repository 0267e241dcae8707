import { expect, it } from 'vitest'
import type { Connection } from '../wire/connection.svelte'
import { Room } from './room.svelte'

/** A room whose state names this tournament, as the server tells it to everybody, entered with this answer. */
function roomOf(told: string, joined: object): Room {
  let tell: (message: object) => void = () => undefined
  const connection = { state: 'open', listen: (heard: typeof tell) => ((tell = heard), () => undefined), onOpen: () => () => undefined, now: () => 0 }
  const room = new Room(connection as unknown as Connection, 'ROOM22', 'player', { room: 'ROOM22', layout: {}, ...joined } as never)
  tell({ type: 'room', seq: 0, state: { code: 'ROOM22', phase: 'finished', rules: { tournament: told }, seats: [] } })
  return room
}

it('leads players and spectators to a public tournament, and only players to a private one', () => {
  const player = { role: 'player', seat: 0 }
  expect(roomOf('arena-1', { role: 'spectator' }).tournament).toBe('arena-1')
  expect(roomOf('private', { ...player, tournament: 'the-way-in' }).tournament).toBe('the-way-in')
  expect(roomOf('private', { role: 'spectator' }).tournament).toBe('')
  expect(roomOf('', player).tournament).toBe('')
})
