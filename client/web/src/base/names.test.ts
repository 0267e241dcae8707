import { expect, it } from 'vitest'
import { madeUp, otherName, tidy } from './names'
import { MAX_NAME } from '../wire/types'

it('a name is tidied as the server does it', () => {
  expect(tidy('  Ann   of Green  Gables ')).toBe('Ann of Green Gables')
  expect(tidy('x'.repeat(40))).toHaveLength(MAX_NAME)
  expect(tidy('   ')).toBe('')
})

it('instead of a name that is taken another one is suggested, which nobody has', () => {
  expect(otherName('Ann')).toBe('Ann 2')
  expect(otherName('Ann 2')).toBe('Ann 3')
  expect(otherName('Ann', ['Bob', 'ann 2', 'Ann 3'])).toBe('Ann 4')
  expect(otherName('x'.repeat(MAX_NAME))).toBe(`${'x'.repeat(MAX_NAME - 2)} 2`)
})

it('a newcomer is given a name in the language of the browser', () => {
  const names = (...languages: string[]) => Array.from({ length: 50 }, () => madeUp(languages))
  for (const name of names('de-AT', 'en')) expect(name).toMatch(/^[A-ZÄÖÜ][a-zäöüß]+er [A-ZÄÖÜ][a-zäöüß]+$/)
  for (const name of names('nl', 'fr')) expect(name).toMatch(/^[A-ZÉ][a-zéè]+ [a-zé]+$/)
  for (const name of names('nl')) expect(name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/)
})
