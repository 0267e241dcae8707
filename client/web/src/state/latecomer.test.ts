import { expect, test } from 'vitest'
import type { RoomState } from '../wire/types'
import { hasPlaceNext } from './latecomer'

test('who came too late may join the next game while it has a seat', () => {
  const state = (taken: number, more: object = {}, kind = 'race') => ({ kind, rules: { seats: 3 }, seats: Array.from({ length: taken }, () => ({})), ...more }) as unknown as RoomState
  expect([2, 3].map((taken) => hasPlaceNext(state(taken)))).toEqual([true, false])
  expect(hasPlaceNext(state(2, {}, 'duel'))).toBe(false)
  expect([{ locked: true }, { contest: 'race' }, { races: {} }, { ghosts: [{}] }].map((more) => hasPlaceNext(state(1, more)))).toEqual([false, false, false, false])
})
