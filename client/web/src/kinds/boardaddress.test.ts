import { expect, test } from 'vitest'
import { boardIn, pathOfBoard } from './boardaddress'

const usual = { metric: 'wins', period: 'ever', scope: 'game', view: 'top' } as const

test('an address tells the board, and leaves out what is usual', () => {
  expect(pathOfBoard('clock', usual)).toBe('/leaderboard/clock')
  expect(pathOfBoard('clock', { metric: 'solo_time', period: 'week', scope: 'game', view: 'among' })).toBe('/leaderboard/clock?by=solo_time&period=week&view=among')
})

test('what stands in the address is the board that is shown', () => {
  expect(boardIn('')).toEqual(usual)
  expect(boardIn('?period=day')).toEqual({ ...usual, period: 'day' })
  expect(boardIn('?by=rating&scope=family&view=around')).toEqual({ metric: 'rating', period: 'ever', scope: 'family', view: 'around' })
  expect(boardIn('?by=luck&period=year&view=<b>')).toEqual(usual)
})
