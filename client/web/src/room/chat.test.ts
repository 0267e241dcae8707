import { expect, test } from 'vitest'
import type { ChatLine } from '../wire/types'
import { withLines } from './chat'

function line(number: number, at: number): ChatLine {
  return { number, at, seat: 0, player: 'anna', name: 'Anna', text: `line ${number}` }
}

test('lines that were told before are passed over', () => {
  const known = withLines([], [line(1, 10), line(2, 20)])
  expect(withLines(known, [line(1, 10), line(2, 20), line(3, 30)]).map(({ number }) => number)).toEqual([1, 2, 3])
})

test('lines of the room before stay, and numbers begin anew', () => {
  const known = withLines([], [line(1, 10), line(2, 20)])
  expect(withLines(known, [line(1, 40)]).map(({ at }) => at)).toEqual([10, 20, 40])
})
