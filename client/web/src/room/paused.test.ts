import { expect, it } from 'vitest'
import { saysPaused } from './paused'

it('takes an error that answers nothing for the news that the room is paused', () => {
  const error = { type: 'error', code: 'store_down', message: 'the game is paused', retry: true }
  expect(saysPaused(error)).toBe(true)
  expect(saysPaused({ ...error, re: 7 })).toBe(false)
  expect(saysPaused({ ...error, code: 'unknown_room' })).toBe(false)
  expect(saysPaused({ type: 'update', seq: 1 })).toBe(false)
})
