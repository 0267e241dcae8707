import { expect, test } from 'vitest'
import { firstWeekday } from './days'

test('a week begins where people of a country begin it, even if the browser does not know', () => {
  const firsts = () => ['en', 'en-US', 'en-GB', 'de', 'fr-CA', 'fr-FR'].map(firstWeekday)
  expect(firsts()).toEqual([0, 0, 1, 1, 0, 1])
  for (const name of ['getWeekInfo', 'weekInfo']) Reflect.deleteProperty(Intl.Locale.prototype, name)
  expect(firsts()).toEqual([0, 0, 1, 1, 0, 1])
})
