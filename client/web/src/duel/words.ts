/** The words for a duel's cards, piles and moves. */

import { said as ofBank } from '../i18n/bank/bank'
import { said } from '../i18n/late/late'
import { cardName, rankName } from '../table/names'
import type { Happening } from './story'

/** Returns the name of a seat's player for a sentence. */
export type Named = (seat: number) => string

/** A happening in words. `place` returns the number of a pile in its row, from 1, and `pile` the name of a pile of Russian Bank. */
export function happeningText(what: Happening, named: Named, place: (pile: number) => number, pile: (pile: number) => string = () => ''): string {
  switch (what.kind) {
    case 'play': {
      const card = what.wild ? said('duel.as', { card: cardName(what.card), rank: rankName(what.rank) }) : cardName(what.card)
      return said(`duel.say.${what.from}`, { name: named(what.seat), card, n: place(what.pile) })
    }
    case 'discard':
      return said('duel.say.discard', { name: named(what.seat), card: cardName(what.card), n: place(what.pile) })
    case 'drew':
      return said('duel.say.drew', { name: named(what.seat), n: what.n })
    case 'completed':
      return said('duel.say.completed', { n: place(what.pile) })
    case 'stands':
    case 'returns':
    case 'stays':
      return said(`duel.say.${what.kind}`, { name: named(what.seat) })
    case 'moved':
      return ofBank('say.moved', { name: named(what.seat), card: cardName(what.card), place: pile(what.pile) })
    case 'turned':
      return ofBank('say.turned', { name: named(what.seat), card: cardName(what.card) })
    case 'stopped':
      return ofBank('say.stopped', { name: named(what.seat), place: pile(what.pile) })
    case 'called':
      return ofBank('say.called', { name: named(what.seat) })
    case 'stock':
    case 'redeal':
    case 'game':
      return said(`duel.say.${what.kind}`)
  }
}
