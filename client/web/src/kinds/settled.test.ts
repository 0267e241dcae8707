import { expect, test } from 'vitest'
import type { RoomState } from '../wire/types'
import { settledRules } from './settled'

const room = (options: object, rules: object = {}) => ({ options: { riddance: 20, on_timeout: 'auto', max_timeouts: 3, scoring: 'count', ...options }, rules: { time_limit: 0, target: 0, ...rules } }) as unknown as RoomState

test('a room says its own size of the piles, and whether there is a clock', () => {
  const told = settledRules(room({ riddance: 10, centre: 8, move_seconds: 0 })).join(' ')
  expect(told).toContain('Each pile has 10 cards.')
  expect(told).toContain('The centre has 8 places.')
  expect(told).toContain('There is no clock.')
  expect(told).not.toContain('seconds')
})

test('a room with clocks says what becomes of whoever is late', () => {
  const told = settledRules(room({ move_seconds: 30, max_timeouts: 5 }, { time_limit: 600, target: 25 })).join(' ')
  expect(told).toContain('30 seconds for each action. When time is up, a card is discarded for you; 5 times in a row loses the game.')
  expect(told).toContain('10 minutes for a whole game.')
  expect(told).toContain('Match to 25 points.')
  expect(told).not.toContain('no clock')
  expect(settledRules(room({ move_seconds: 30, on_timeout: 'forfeit' })).join(' ')).toContain('When time is up, the game is lost.')
})
