import { expect, test, vi } from 'vitest'
import { language, t } from './index.svelte'
import { decimalText, exactText } from './numbers'

const chosen = vi.hoisted(() => ({ language: 'en' }))
vi.mock('../base/settings.svelte', () => ({ settings: { values: chosen } }))
vi.stubGlobal('navigator', { languages: ['en-GB'] })
vi.stubGlobal('document', { documentElement: {} })

async function speak(tag: string): Promise<void> {
  chosen.language = tag
  await language.choose()
}

test('times and numbers have the decimal sign of the language', async () => {
  await speak('en')
  expect([exactText(1400), decimalText(1234.5, 2)]).toEqual(['0:01.4', '1234.50'])
  for (const tag of ['de', 'fr']) {
    await speak(tag)
    expect([exactText(1400), exactText(125_390), decimalText(0.25, 2), decimalText(1582, 0)]).toEqual(['0:01,4', '2:05,3', '0,25', '1582'])
  }
})

test('a number below nothing has a minus sign, and a name keeps its hyphen', async () => {
  await speak('de')
  expect(t('duel.points', { n: -24 })).toBe('−24 Punkte')
  expect(t('table.of', { name: '-24' })).toBe('Tisch von -24')
})
