/** The facts and words that kinds of rooms with one table for all share. */

import { listText } from '../base/text'
import { language, t } from '../i18n/index.svelte'
import type { ResultRow, RoomState } from '../wire/types'
import type { Kind } from './kind'

export const oneTable = {
  shown: true,
  ownBoards: false,
  hiddenHands: true,
  byTime: false,
  undo: false,
  alone: false,
  ghosts: false,
  oneWinner: true,
  leaders: {
    metrics: ['wins', 'score', 'streak', 'rating', 'races'],
    solo: ['solo_streak'],
    names: { wins: 'duel.wins', races: 'duel.matches' },
    none: 'leaders.none.duel',
    played: 'own.matches',
  },
  won: 'results.winner',
  title: (rows, mine, options) => {
    const winners = rows.filter((row) => row.won)
    const [winner, other] = winners
    if (!winner || (other && !isSide(winners, options))) return t('duel.results.drawn')
    if (mine?.won) return t('results.won')
    return other ? t('results.winners', { names: listText(winners.map(({ name }) => name), language.tag) }) : t('results.winner', { name: winner.name })
  },
  reached: ({ score = 0 }) => t('duel.points', { n: score }),
  outcome: ({ won, rank, of }) => (won ? t('results.won') : t('results.rank', { n: rank, of })),
} satisfies Partial<Kind>

/** True if these two are partners, who sit opposite. */
function isSide([one, other, more]: readonly ResultRow[], { partners }: RoomState['options']): boolean {
  return partners === true && !more && one?.seat === ((other?.seat ?? 0) + 2) % 4
}
