import { expect, test, vi } from 'vitest'
import { language, t } from './index.svelte'

const chosen = vi.hoisted(() => ({ language: 'en' }))
vi.mock('../base/settings.svelte', () => ({ settings: { values: chosen } }))
vi.stubGlobal('navigator', { languages: ['en-GB'] })
vi.stubGlobal('document', { documentElement: {} })

async function speak(tag: string): Promise<void> {
  chosen.language = tag
  await language.choose()
}

test('French joins the title of a game to the word before it', async () => {
  await speak('fr')
  const played = (game: string) => t('sequel.play', { game })
  expect(['Le Moulin', 'Les Rois', 'La Roue', 'L’Horloge', 'Spider'].map(played)).toEqual(['Jouer au Moulin', 'Jouer aux Rois', 'Jouer à la Roue', 'Jouer à l’Horloge', 'Jouer à Spider'])
  const held = (title: string) => t('held.text', { title })
  expect(['Le Moulin', 'Les Rois', 'La Roue', 'Anna'].map(held)).toEqual(['du Moulin', 'des Rois', 'de la Roue', 'd’Anna'].map((words) => `Votre partie ${words} est en cours.`))
})

test('French elides before a name with a vowel, and leaves the article of a name alone', async () => {
  await speak('fr')
  expect(['Amélie', 'Élodie', 'Tom', 'Le Chat'].map((name) => t('table.of', { name }))).toEqual(['Table d’Amélie', 'Table d’Élodie', 'Table de Tom', 'Table de Le Chat'])
  expect(t('pile.veiled', { n: 1, name: 'Anna' })).toBe('1 carte qu’Anna connaît')
})
