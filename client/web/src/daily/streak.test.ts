import { expect, test } from 'vitest'
import { streakText } from './streak'

test('a row of days that has ended is told by its best, and not as if there had never been one', () => {
  const told = (played: number, longest_played: number) => streakText({ played, longest_played })
  expect(told(0, 0)).toBe('none yet')
  expect(told(2, 6)).toBe('2 days in a row')
  expect(told(0, 6)).toBe('over; your longest had 6 days. Today a new one can begin.')
  expect(told(0, 1)).toBe('over; your longest had 1 day. Today a new one can begin.')
})
