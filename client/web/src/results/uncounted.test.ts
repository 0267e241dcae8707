import { expect, test } from 'vitest'
import { uncountedText } from './uncounted'

test('a game against bots is missing on the public boards alone, and a won one is on the others', () => {
  expect(uncountedText(false, 'bots')).toBe('Not counted on the boards “Against others”: there were only bots to beat.')
  expect(uncountedText(true, 'bots')).toContain('It counts on the boards “Alone or at home”.')
})

test('an unrated game is on no board, even if it was won', () => {
  expect(uncountedText(true, 'unrated')).toBe('Not counted on the boards: this room is unrated.')
})
