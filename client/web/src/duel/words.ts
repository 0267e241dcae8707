/** The words for a duel's cards, piles and moves. */

import { t } from '../i18n/index.svelte'
import { cardName, rankName } from '../table/names'
import type { Happening } from './story'

/** Returns the name of a seat's player for a sentence. */
export type Named = (seat: number) => string

/** A happening in words. `place` returns the number of a pile in its row, from 1. */
export function happeningText(what: Happening, named: Named, place: (pile: number) => number): string {
  switch (what.kind) {
    case 'play': {
      const card = what.wild ? t('duel.as', { card: cardName(what.card), rank: rankName(what.rank) }) : cardName(what.card)
      return t(`duel.say.${what.from}`, { name: named(what.seat), card, n: place(what.pile) })
    }
    case 'discard':
      return t('duel.say.discard', { name: named(what.seat), card: cardName(what.card), n: place(what.pile) })
    case 'drew':
      return t('duel.say.drew', { name: named(what.seat), n: what.n })
    case 'completed':
      return t('duel.say.completed', { n: place(what.pile) })
    case 'stands':
    case 'returns':
    case 'stays':
      return t(`duel.say.${what.kind}`, { name: named(what.seat) })
    case 'stock':
    case 'redeal':
    case 'game':
      return t(`duel.say.${what.kind}`)
  }
}
