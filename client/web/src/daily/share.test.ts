import { expect, test } from 'vitest'
import type { DayRow } from '../wire/types'
import { beatPath, shareText, squares } from './share'

const row: DayRow = { rank: 2, player: 'abcdefghijkl', name: 'Anna', won: true, time: 252_300, progress: 52, moves: 130, room: 'ABCDEF' }

test('the text tells the result and no card, and does not lead to the replay', () => {
  const text = shareText('2026-11-23', 'Klondike, draw one', { kind: 'race', progress_max: 52, total: 7 }, row, 3)
  expect(text.split('\n')).toEqual(['Cadogan · Deal of the day, 23 November 2026', 'Klondike, draw one: 🏆 4:12.3', '🟩'.repeat(10), 'Place 2 of 7 · 3 days in a row'])
  expect(text).not.toContain('ABCDEF')
})

test('a run that did not come home shows how far it came, and one day is no streak', () => {
  const text = shareText('2026-11-23', 'The Clock', { kind: 'race', progress_max: 104, total: 7 }, { ...row, won: false, progress: 103 }, 1)
  expect(text).toContain('The Clock: 103 of 104')
  expect(text).toContain(`${'🟩'.repeat(9)}⬜`)
  expect(text.endsWith('Place 2 of 7')).toBe(true)
})

test('a player who is alone on the board has no place among others', () => {
  const text = shareText('2026-11-23', 'The Clock', { kind: 'race', progress_max: 104, total: 1 }, { ...row, rank: 1 }, 1)
  expect(text).not.toContain('Place')
  expect(text.split('\n')).toHaveLength(3)
})

test('the bar is full for the whole way alone, and never shorter than nothing', () => {
  expect([squares(-3, 52), squares(0, 52)].map((bar) => bar.startsWith('⬜'))).toEqual([true, true])
  expect(squares(26, 52)).toBe('🟩'.repeat(5) + '⬜'.repeat(5))
})

test('the link names the day and the player, and no room', () => {
  expect(beatPath('2026-11-23', 'abcdefghijkl')).toBe('/daily/2026-11-23?beat=abcdefghijkl')
})
