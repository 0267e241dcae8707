import { beforeEach, describe, expect, it, vi } from 'vitest'
import { language } from '../i18n/index.svelte'
import type { BrokenRule, TableLayout } from '../wire/types'
import { forbidden } from './forbidden'

const { settings } = vi.hoisted(() => ({ settings: { values: { language: 'en' } } }))
vi.mock('../base/settings.svelte', () => ({ settings }))
vi.stubGlobal('document', { documentElement: {} })
vi.stubGlobal('navigator', { languages: ['en'] })

const layout: TableLayout = {
  groups: [
    { id: 'foundations', name: 'foundation', kind: 'foundation', places: [], tail: 0, counted: false },
    { id: 'tableau', name: 'column', kind: 'tableau', places: [], tail: 0, counted: false },
  ],
  actions: [{ name: 'redeal', label: 'Redeal', pile: 0, spots: false }],
  counters: [],
  phases: ['play'],
}

function broken(name: string, values: BrokenRule['values'] = {}, action?: string): BrokenRule {
  return { name, reason: `The server's ${name}.`, line: '1, 2', values, ...(action === undefined ? {} : { action }) }
}

async function speak(tag: string): Promise<void> {
  settings.values.language = tag
  await language.choose()
}

describe('a broken rule', () => {
  beforeEach(() => speak('de'))

  it('is told in the language of the player, without the numbers that only the sheets have', () => {
    expect(forbidden(broken('takes', { target: 'tableau', on: [1], cards: [13, 26] }), layout)).toBe('Auf 2♣ (Spalte) passt nur: A♦ oder A♥.')
    expect(forbidden(broken('stock_not_empty', {}, 'redeal'), layout)).toBe('Neu geben: Im Talon liegen noch Karten.')
  })

  it('names of many cards what they have in common, or a few', () => {
    const space = (cards: number[]) => forbidden(broken('space_takes', { target: 'foundations', cards }), layout)
    expect(space([12, 25, 38, 51])).toBe('Auf einen leeren Platz (Zielstapel) passt nur: König jeder Farbe.')
    expect(space(Array.from({ length: 52 }, (_, card) => card))).toBe('Auf einen leeren Platz (Zielstapel) passt nur: jede Karte.')
    expect(space([0, 1, 2, 3, 4, 5, 6])).toBe('Auf einen leeren Platz (Zielstapel) passt nur: A♣, 2♣, 3♣, 4♣ und andere.')
  })

  it('names the wild card of the game that is played', () => {
    const centre = (wild: string) => forbidden(broken('centre_takes', { rank: 12, wild, card: [0] }), layout)
    expect([centre('joker'), centre('king')]).toEqual(['Dorthin passt nur: Dame oder Joker. A♣ passt nicht.', 'Dorthin passt nur: Dame oder König. A♣ passt nicht.'])
  })

  it('is told in French too, and in the server’s words in English and where there are no others', async () => {
    await speak('fr')
    expect(forbidden(broken('centre_takes', { rank: 12, wild: 'joker', card: [0] }), layout)).toContain('dame')
    expect(forbidden(broken('of_a_game_to_come'), layout)).toBe("The server's of_a_game_to_come.")
    await speak('en')
    expect(forbidden(broken('stock_empty'), layout)).toBe("The server's stock_empty.")
  })
})
