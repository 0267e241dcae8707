/** The facts and words that kinds of rooms with one table for all share. */

import { t } from '../i18n/index.svelte'
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
  title: (rows, mine) => {
    const [winner, other] = rows.filter((row) => row.won)
    if (!winner || other) return t('duel.results.drawn')
    return winner === mine ? t('results.won') : t('results.winner', { name: winner.name })
  },
  reached: ({ score = 0 }) => t('duel.points', { n: score }),
  outcome: ({ won, rank, of }) => (won ? t('results.won') : t('results.rank', { n: rank, of })),
} satisfies Partial<Kind>
