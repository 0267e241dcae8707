import { expect, test, vi } from 'vitest'
import { fr } from './fr'
import { language, t } from './index.svelte'
import { said } from './late/late'

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
  const played = (game: string) => said('sequel.play', { game })
  expect(['Le Moulin', 'Les Rois', 'La Roue', 'L’Horloge', 'Spider'].map(played)).toEqual(['Jouer au Moulin', 'Jouer aux Rois', 'Jouer à la Roue', 'Jouer à l’Horloge', 'Jouer à Spider'])
  const held = (title: string) => t('held.text', { title })
  expect(['Le Moulin', 'Les Rois', 'La Roue', 'Anna'].map(held)).toEqual(['du Moulin', 'des Rois', 'de la Roue', 'd’Anna'].map((words) => `Votre partie ${words} est en cours.`))
})

test('French elides before a name with a vowel, and leaves the article of a name alone', async () => {
  await speak('fr')
  expect(['Amélie', 'Élodie', 'Tom', 'Le Chat'].map((name) => t('table.of', { name }))).toEqual(['Table d’Amélie', 'Table d’Élodie', 'Table de Tom', 'Table de Le Chat'])
  expect(t('pile.veiled', { n: 1, name: 'Anna' })).toBe('1 carte qu’Anna connaît')
})

test('French gives a pile its article', async () => {
  await speak('fr')
  const names = Object.entries(fr).filter(([key]) => /^(group|kind)\./.test(key))
  const told = names.map(([, name]) => t('move.said', { card: 'roi de pique', pile: `${name} 2` }).replace('roi de pique sur ', '').replace(' 2', ''))
  expect(new Set(told)).toEqual(
    new Set([
      ...['la carte fixe', 'la cellule', 'la colonne', 'la défausse', 'la fondation', 'la main', 'la pile', 'la pile de travail', 'la pyramide', 'la queue', 'la rangée', 'la réserve'],
      ...['la maison', 'le cadran', 'le centre', 'le démon', 'le paquet', 'le rebut', 'le sommet', 'le talon', 'le tas', 'l’éventail'],
    ]),
  )
  expect(language.rule('no_such_pile', { pile: 12, last: 9 })).toBe('Il n’y a pas de pile 12, seulement de 0 à 9.')
})
