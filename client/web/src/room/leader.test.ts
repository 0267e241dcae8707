import { expect, test } from 'vitest'
import type { Seat } from '../wire/types'
import { leaderOf } from './leader'

function racer(seat: number, progress: number, state: Seat['state'] = 'playing', ended?: number): Parameters<typeof leaderOf>[0][number] {
  return { seat, progress, penalty: 0, state, ...(ended === undefined ? {} : { ended }) }
}

test('who is alone in front leads, and nobody while two are level', () => {
  expect(leaderOf([racer(0, 3), racer(1, 5), racer(2, 4)])).toBe(1)
  expect(leaderOf([racer(0, 5), racer(1, 5)])).toBeUndefined()
  expect(leaderOf([racer(0, 5)])).toBeUndefined()
})

test('who is home first leads all who come home later', () => {
  expect(leaderOf([racer(0, 52, 'finished', 9000), racer(1, 52, 'finished', 8000), racer(2, 51)])).toBe(1)
})

test('who has given up in front leads no more, and nobody does until he is overtaken', () => {
  expect(leaderOf([racer(0, 9, 'stood', 7000), racer(1, 5)])).toBeUndefined()
  expect(leaderOf([racer(0, 9, 'stood', 7000), racer(1, 10)])).toBe(1)
  expect(leaderOf([racer(0, 9, 'stuck'), racer(1, 5)])).toBe(0)
})
