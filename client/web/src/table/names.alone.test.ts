import { expect, test, vi } from 'vitest'
import { language } from '../i18n/index.svelte'
import { labelText, rankLetter } from './names'

const chosen = vi.hoisted(() => ({ language: 'en' }))
vi.mock('../base/settings.svelte', () => ({ settings: { values: chosen } }))
vi.stubGlobal('navigator', { languages: ['en-GB'] })
vi.stubGlobal('document', { documentElement: {} })

test('texts and places have the letters of the cards in the language of the page', async () => {
  for (const [tag, letters, grace] of [['en', 'JQK', 'Grace'], ['de', 'BDK', 'Gnade'], ['fr', 'VDR', 'Grâce']] as const) {
    chosen.language = tag
    await language.choose()
    expect([11, 12, 13].map(rankLetter).join('')).toBe(letters)
    expect(['J', 'Q', 'K', 'K♦', '10♦', 'A', '♣', 'a', 'grace'].map(labelText).join('')).toBe(`${letters}${letters[2]}♦10♦A♣a${grace}`)
  }
})
