import { expect, test } from 'vitest'
import { frameOf, momentFormat } from './curve'

const DAY = 24 * 3600_000
const AT = Date.UTC(2026, 10, 28, 2, 35)

test('a single game stands in the middle of its day', () => {
  expect(frameOf([{ at: AT, value: 1521 }])).toEqual({ from: AT - DAY / 2, to: AT + DAY / 2, low: 1471, high: 1571 })
})

test('many games fill the frame from the first to the last', () => {
  const points = [{ at: AT, value: 1400 }, { at: AT + 3 * DAY, value: 1650 }, { at: AT + DAY, value: 1500 }]
  expect(frameOf(points)).toEqual({ from: AT, to: AT + 3 * DAY, low: 1400, high: 1650 })
})

test('the moments below a curve suit its length', () => {
  const frame = (days: number) => ({ from: AT, to: AT + days * DAY, low: 0, high: 1 })
  expect(momentFormat(frame(1))).toHaveProperty('hour')
  expect(momentFormat(frame(30))).toEqual({ day: 'numeric', month: 'short' })
  expect(momentFormat(frame(400))).toEqual({ month: 'short', year: 'numeric' })
})
