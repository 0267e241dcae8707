import { expect, test } from 'vitest'
import { whyNoUndo } from './undo'

test('whatever greys the undo button has a reason of its own', () => {
  expect(whyNoUndo(false, false, 0, 'covered')).toBe('first') // the countdown
  expect(whyNoUndo(true, false, 0, 'free')).toBe('first')
  expect(whyNoUndo(true, false, 3, 'covered')).toBe('known')
  expect(whyNoUndo(true, true, 3, 'covered')).toBe('finishing')
  expect(whyNoUndo(false, false, 3, 'free')).toBe('over')
})

test('where any move may be taken back, nothing is said while the answer to one is awaited', () => {
  expect(whyNoUndo(true, false, 3, 'free')).toBeUndefined()
})
