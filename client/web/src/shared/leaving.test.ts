import { expect, test } from 'vitest'
import { endsWithout } from './leaving'

const person = (seat: number, state: 'playing' | 'stood' = 'playing') => ({ seat, state })
const bot = (seat: number) => ({ seat, bot: 'fair', state: 'playing' as const })

test('a match goes on while two players are left, one of them a person', () => {
  expect(endsWithout([person(0), person(1), bot(2)], 0)).toBe(false)
  expect(endsWithout([person(0), person(1), person(2)], 1)).toBe(false)
})

test('it ends with the last person, and where one player is left', () => {
  expect(endsWithout([person(0), bot(1), bot(2)], 0)).toBe(true)
  expect(endsWithout([person(0), person(1)], 0)).toBe(true)
  expect(endsWithout([person(0), person(1, 'stood'), bot(2), bot(3)], 0)).toBe(true)
})
