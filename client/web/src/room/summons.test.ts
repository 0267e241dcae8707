import { expect, test } from 'vitest'
import { summonsOf } from './summons'
import type { RoomState } from '../wire/types'

const clock = (seat?: number) => ({ ...(seat === undefined ? {} : { seat }), remaining: [], timeouts: [] })
const room = (phase: RoomState['phase'], seat?: number) => ({ phase, clock: clock(seat) })

test('a player is called when the countdown begins and on each turn', () => {
  expect(summonsOf(room('countdown'), 1)).toBe('start')
  expect(summonsOf(room('running', 1), 1)).toBe('turn')
})

test('nobody is called for another one, before the game or after it', () => {
  expect(summonsOf(room('running', 0), 1)).toBeUndefined()
  expect(summonsOf(room('running'), 0)).toBeUndefined()
  expect(summonsOf(room('lobby', 1), 1)).toBeUndefined()
  expect(summonsOf(room('finished', 1), 1)).toBeUndefined()
  expect(summonsOf({ phase: 'running' }, 1)).toBeUndefined()
})

test('a spectator is never called', () => {
  expect(summonsOf(room('countdown'), undefined)).toBeUndefined()
  expect(summonsOf(room('running', 0), undefined)).toBeUndefined()
  expect(summonsOf(undefined, 0)).toBeUndefined()
})
