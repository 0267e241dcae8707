import { expect, test } from 'vitest'
import { fieldOf, leftText, momentOf, momentText, soonOf } from './times'

const noon = new Date(2026, 10, 27, 12, 0).getTime()

test('a moment of today is a time, any other has its day', () => {
  expect(momentText(noon + 5 * 60_000, noon, 'en-GB')).toBe('12:05')
  expect(momentText(noon + 24 * 3_600_000, noon, 'en-GB')).toMatch(/^Sat.* 28 Nov.* 12:00$/)
})

test('the time left is a clock, and whole hours or days where it is long', () => {
  expect(leftText(65_000, 'en')).toBe('1:05')
  expect(leftText(1, 'en')).toBe('0:01')
  expect(leftText(-5, 'en')).toBe('0:00')
  expect(leftText(3_599_000, 'en')).toBe('59:59')
  expect(leftText(3_600_000, 'en')).toBe('1 hr')
  expect(leftText(68_525_000, 'fr')).toMatch(/^19\sh 2\smin$/)
  expect(leftText(49 * 3_600_000, 'en')).toBe('2 days, 1 hour')
  expect(leftText(24 * 3_600_000, 'de')).toBe('1 Tag')
})

test('the field for a start has the time of the reader’s place, both ways', () => {
  expect(fieldOf(noon)).toBe('2026-11-27T12:00')
  expect(momentOf(fieldOf(noon))).toBe(noon)
  expect(momentOf('')).toBeUndefined()
  expect(momentOf('soon')).toBeUndefined()
})

test('the proposed start is a half hour that is not too near', () => {
  expect(soonOf(noon)).toBe(noon + 30 * 60_000)
  expect(soonOf(noon + 25 * 60_000)).toBe(noon + 60 * 60_000)
})
