import { describe, expect, it, test } from 'vitest'
import type { RoomState } from '../wire/types'
import { chosenOptions, freeSeats, isTooLate, mayJoin } from './terms'

test('what happens to the late is no option of a room without a clock for each action', () => {
  const names = (seconds: number) => chosenOptions({ riddance: 5, move_seconds: seconds, on_timeout: 'auto', max_timeouts: 3 }).map(([name]) => name)
  expect(names(0)).toEqual(['riddance'])
  expect(names(45)).toEqual(['riddance', 'move_seconds', 'on_timeout', 'max_timeouts'])
  expect(chosenOptions({ draw: 1 })).toEqual([['draw', 1]])
})

describe('the seats that are free', () => {
  const room = (kind: RoomState['kind'], taken: number) => ({ kind, rules: { seats: 8 }, seats: Array.from({ length: taken }, () => ({})) }) as unknown as RoomState

  it('are two in all at a duel, and in a race as many as its options say', () => {
    expect([1, 2].map((taken) => freeSeats(room('duel', taken)))).toEqual([1, 0])
    expect([1, 8].map((taken) => freeSeats(room('race', taken)))).toEqual([7, 0])
  })
})

test('a room takes another player while its lobby has a seat and is not locked', () => {
  const lobby = { kind: 'duel', phase: 'lobby', locked: false, rules: {}, seats: [{}] } as unknown as RoomState
  expect(mayJoin(lobby)).toBe(true)
  expect(mayJoin({ ...lobby, locked: true })).toBe(false)
  expect(mayJoin({ ...lobby, seats: [{}, {}] as unknown as RoomState['seats'] })).toBe(false)
  expect(mayJoin({ ...lobby, phase: 'running' })).toBe(false)
})

test('a player is too late who sees the game run, or was refused because it does', () => {
  const [lobby, running] = [{ phase: 'lobby' }, { phase: 'running' }] as const
  expect(isTooLate(running, 'spectator', undefined)).toBe(true)
  expect(isTooLate(undefined, 'player', 'wrong_phase')).toBe(true)
  expect(isTooLate(lobby, 'player', 'wrong_phase'), 'a page that was sent away still shows the lobby').toBe(true)
  expect(isTooLate(lobby, 'spectator', undefined)).toBe(false)
  expect(isTooLate(running, 'player', undefined)).toBe(false)
  expect(isTooLate(lobby, 'player', 'room_full')).toBe(false)
})
