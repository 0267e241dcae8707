import { expect, test } from 'vitest'
import { kindOf, KINDS } from './registry'

test('each kind stands under its own name', () => {
  for (const [name, kind] of Object.entries(KINDS)) expect(kind.name).toBe(name)
  expect(kindOf({ kind: 'duel' })).toBe(KINDS.duel)
})
