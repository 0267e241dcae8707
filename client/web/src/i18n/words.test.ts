import { expect, it } from 'vitest'
import { de } from './de'
import { en } from './en'
import { fr } from './fr'

it('the button that takes a move back is not called like the one that calls something off', () => {
  for (const texts of [en, de, fr]) expect(texts['play.undo']).not.toBe(texts['cancel'])
})
