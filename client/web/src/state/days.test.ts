import { expect, test } from 'vitest'
import type { CalendarDay } from '../wire/types'
import { dayAfter, monthAfter, weekFrom, weeksOf } from './days'

function month(name: string, days: number): CalendarDay[] {
  return Array.from({ length: days }, (_, day) => ({ day: `${name}-${String(day + 1).padStart(2, '0')}`, race: 'cover', duel: 'duel' }))
}

test('weeks begin on the given weekday, and hold each day of the month once', () => {
  const weeks = weeksOf(month('2026-11', 30), 1) // it begins on a Sunday
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7])
  expect(weeks[0]?.map((day) => day?.day)).toEqual([...Array(6).fill(undefined), '2026-11-01'])
  expect(weeks.flat().filter(Boolean)).toHaveLength(30)
  expect(weeksOf(month('2027-02', 28), 1)).toHaveLength(4) // from Monday to Sunday
  expect(weeksOf(month('2026-11', 30), 0)[0]?.[0]?.day).toBe('2026-11-01')
  expect(weeksOf(month('2026-12', 31), 6)[0]?.map((day) => day?.day)).toEqual([...Array(3).fill(undefined), '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04'])
  expect(weeksOf([], 1)).toEqual([])
})

test('a week has seven days from its first weekday', () => {
  expect(weekFrom(0).map((day) => day.getUTCDay())).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(weekFrom(6).map((day) => day.getUTCDay())).toEqual([6, 0, 1, 2, 3, 4, 5])
})

test('days and months follow each other over the ends of years', () => {
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
  expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29')
  expect(monthAfter('2026-12', 1)).toBe('2027-01')
  expect(monthAfter('2026-01', -1)).toBe('2025-12')
})
