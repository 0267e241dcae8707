import { expect, test } from 'vitest'
import type { RoomState } from '../wire/types'
import { mayBeCalled } from './recall'

const MINUTE = 60_000
const room = (...players: (string | undefined)[]) => ({ seats: players.map((player, seat) => ({ seat, player })), starts: 5 * MINUTE, rules: {} }) as unknown as RoomState

test('who watches the replay may be called to the next game while the group may be at the table', () => {
  const called = (state: RoomState, now: number) => mayBeCalled(state, 3 * MINUTE, 'ann', now)
  expect([9, 27, 28].map((minute) => called(room('ann', 'bob'), minute * MINUTE))).toEqual([true, true, false])
  expect(called(room('bob', 'cid'), 9 * MINUTE), 'a stranger').toBe(false)
  expect(called(room('ann', undefined), 9 * MINUTE), 'alone with a bot').toBe(false)
  expect(called({ ...room('ann', 'bob'), contest: 'race' }, 9 * MINUTE)).toBe(false)
})
