import { expect, test } from 'vitest'
import type { GroupLayout, HistoryRow, ResultRow } from '../wire/types'
import { kindOf, KINDS } from './registry'

test('each kind stands under its own name', () => {
  for (const [name, kind] of Object.entries(KINDS)) expect(kind.name).toBe(name)
  expect(kindOf({ kind: 'duel' })).toBe(KINDS.duel)
})

test('only a duel that the server can judge offers its mistakes', () => {
  const table = (...ids: string[]) => ({ groups: ids.map((id) => ({ id }) as GroupLayout) })
  expect(KINDS.duel.judged(table('riddance', 'hand'))).toBe(true)
  expect(KINDS.duel.judged(table('foundations', 'houses', 'reserve'))).toBe(false)
  expect(KINDS.shared.judged(table('foundations'))).toBe(false)
})

test('whoever wins a duel has a win, and whoever comes first in a race a first place', () => {
  expect([KINDS.duel, KINDS.shared, KINDS.race].map((kind) => kind.oneWinner)).toEqual([true, true, false])
})

test('nobody has come first in a race in which nobody brought a card home', () => {
  const row = { rank: 1, of: 3, won: false, first: false, progress: 0, progress_max: 52 } as HistoryRow
  expect(KINDS.race.outcome(row)).toBe('Nobody brought a card home')
  expect(KINDS.race.outcome({ ...row, of: 1 })).toContain('0 of 52')
  expect(KINDS.race.outcome({ ...row, progress: 4 })).toContain('Place 1 of 3')
})

test('the cards of a last round are no result of a match', () => {
  expect(KINDS.shared.columns[0]).toBeUndefined()
  expect(KINDS.shared.columns[1]).toBe('duel.results.score')
})

test('partners win together, and others who are level have drawn', () => {
  const rows = ['Ann', 'Bob', 'Cid', 'Dan'].map((name, seat) => ({ name, seat, won: seat % 2 === 1 }) as ResultRow)
  const titles = (partners: boolean) => [rows[1], rows[0], undefined].map((mine) => KINDS.shared.title(rows, mine, { partners }))
  expect(titles(true)).toEqual(['You have won!', 'Bob and Dan win', 'Bob and Dan win'])
  expect(titles(false)).toEqual(Array.from({ length: 3 }, () => 'The match is a draw'))
  const level = rows.map((row) => ({ ...row, won: true }))
  expect(KINDS.shared.title(level, level[0], { partners: true })).toBe('The match is a draw')
  expect(KINDS.shared.title(rows.slice(0, 2), rows[0], { partners: true })).toBe('Bob wins')
})
