import { expect, test } from 'vitest'
import { boardOf, uncountedText } from './uncounted'

test('a game against bots is missing on the public boards alone, and a won one is on the others', () => {
  expect(uncountedText(false, 'bots')).toBe('Not counted on the boards “Against others”: there were only bots to beat.')
  expect(uncountedText(true, 'bots')).toContain('It counts on the boards “Alone or at home”.')
})

test('an unrated game is on no board, even if it was won', () => {
  expect(uncountedText(true, 'unrated')).toBe('Not counted on the boards: this room is unrated.')
  expect(uncountedText(true, 'elsewhere')).toBe('Not counted on the boards: you played another game that counts at the same time.')
})

test('the way to the boards leads a game that was won alone to those on which it counts', () => {
  const solo = ['solo_time', 'solo_moves'] as const
  expect(boardOf('golf', solo, { won: true, why_not: 'alone' })).toBe('/leaderboard/golf?by=solo_time')
  expect(boardOf('golf', solo, { won: false, why_not: 'alone' })).toBe('/leaderboard/golf')
  expect(boardOf('golf', solo, { won: true })).toBe('/leaderboard/golf')
  expect(boardOf('golf', [], { won: true, why_not: 'bots' })).toBe('/leaderboard/golf')
  expect(boardOf('golf', solo, undefined)).toBe('/leaderboard/golf')
})
