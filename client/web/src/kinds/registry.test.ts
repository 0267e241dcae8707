import { expect, test } from 'vitest'
import type { GroupLayout } from '../wire/types'
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

test('the cards of a last round are no result of a match', () => {
  expect(KINDS.shared.columns[0]).toBeUndefined()
  expect(KINDS.shared.columns[1]).toBe('duel.results.score')
})
