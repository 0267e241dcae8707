/** The facts and words that kinds of rooms with one table for all share. */

import { t } from '../i18n/index.svelte'
import type { Kind } from './kind'
import { hasPartners } from './sides'

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
    const [winner, other, more] = rows.filter((row) => row.won)
    // If partners win, both have won.
    if (!winner || more || (other && !hasPartners(options))) return mine && mine.rank > 1 ? t('results.rank', { n: mine.rank, of: rows.length }) : t('duel.results.drawn')
    if (mine?.won) return t('results.won')
    return t(other ? 'results.winners' : 'results.winner', { name: winner.name, other: other?.name ?? '' })
  },
  reached: ({ score = 0 }) => t('duel.points', { n: score }),
  outcome: ({ won, rank, of }) => {
    if (won) return t('results.won')
    if (rank === 1) return t('duel.results.drawn')
    return of === 2 ? t('duel.results.lost') : t('results.rank', { n: rank, of })
  },
} satisfies Partial<Kind>
