import { expect, it } from 'vitest'
import { de } from './de'
import { en } from './en'
import { fr } from './fr'
import { de as lateDe } from './late/de'
import { en as lateEn } from './late/en'
import { fr as lateFr } from './late/fr'

it('the button that takes a move back is not called like the one that calls something off', () => {
  for (const texts of [[en, lateEn], [de, lateDe], [fr, lateFr]] as const) expect(texts[0]['play.undo']).not.toBe(texts[1]['cancel'])
})
