import { expect, test } from 'vitest'
import type { DayRow } from '../wire/types'
import { isWorthSeeing, placeText } from './words'

test('a place is told only where there are others', () => {
  expect(placeText(2, 7)).toBe('Place 2 of 7 on the board of the day')
  expect(placeText(1, 1)).toBe('You are the first on the board of the day')
})

test('a run that brought nothing home is not offered to look at or to beat', () => {
  const row = { rank: 1, player: 'abcdefghijkl', name: 'Anna', won: false, progress: 0, moves: 3 } as DayRow
  expect(isWorthSeeing(row)).toBe(false)
  expect(isWorthSeeing({ ...row, progress: 1 })).toBe(true)
  expect(isWorthSeeing({ ...row, won: true })).toBe(true)
  expect(isWorthSeeing(undefined)).toBe(false)
})
