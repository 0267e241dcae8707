import { expect, test } from 'vitest'
import { namesText } from './listed'

test('a player who has still to vote is "you" and stands first', () => {
  const seats = [{ seat: 0, name: 'Ann' }, { seat: 2, name: 'Bob' }]
  expect([2, 1, undefined].map((own) => namesText(seats, own))).toEqual(['you and Ann', 'Ann and Bob', 'Ann and Bob'])
})
