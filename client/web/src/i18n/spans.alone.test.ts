import { expect, test, vi } from 'vitest'
import { language } from './index.svelte'
import { spanText } from './spans'

const chosen = vi.hoisted(() => ({ language: 'en' }))
vi.mock('../base/settings.svelte', () => ({ settings: { values: chosen } }))
vi.stubGlobal('navigator', { languages: ['en-GB'] })
vi.stubGlobal('document', { documentElement: {} })

const HOUR = 3_600_000

test('a span has its two largest units, in the language', async () => {
  await language.choose()
  expect([48 * HOUR, 53.9 * HOUR, 24 * HOUR, 23.9 * HOUR, 90_000, -5].map(spanText)).toEqual(['2 days', '2 days 5 hrs', '1 day', '23 hrs', '1 min', '0 mins'])
  chosen.language = 'de'
  await language.choose()
  expect(spanText(53 * HOUR)).toMatch(/^2 Tage 5 Std/)
})
