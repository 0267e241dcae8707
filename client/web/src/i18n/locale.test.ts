import { expect, it } from 'vitest'
import { localeOf } from './locale'

it('dates are written as the browser has it in the language of the page', () => {
  expect(localeOf('en', ['en-US', 'en-GB'])).toBe('en-US')
  expect(localeOf('en', ['de-DE', 'en', 'en-AU'])).toBe('en-AU')
  expect(localeOf('en', ['de-DE', 'en'])).toBe('en-GB')
  expect(localeOf('de', ['en-US', 'de-AT'])).toBe('de-AT')
  expect(localeOf('fr', ['en-US'])).toBe('fr')
})
