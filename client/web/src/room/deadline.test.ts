import { expect, test } from 'vitest'
import type { Clock } from '../wire/types'
import { commonDeadline } from './deadline'

const clock = (more: Partial<Clock>): Clock => ({ remaining: [], timeouts: [], ...more })

test('the break between two rounds comes before the end of the game', () => {
  expect(commonDeadline({ clock: clock({ deadline: 5000 }), ends: 9000 })).toBe(5000)
  expect(commonDeadline({ clock: clock({}), ends: 9000 })).toBe(9000)
  expect(commonDeadline({})).toBeUndefined()
})

test("the time of one player's action is not that of all", () => {
  expect(commonDeadline({ clock: clock({ seat: 0, deadline: 5000 }) })).toBeUndefined()
  expect(commonDeadline({ clock: clock({ seat: 2, deadline: 5000 }), ends: 9000 })).toBe(9000)
})
