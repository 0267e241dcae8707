/** A shared table: all players move at it at the same time. */

import { t } from '../i18n/index.svelte'
import type { Kind } from './kind'

export const shared: Kind = {
  name: 'shared',
  shown: false,
  seats: undefined,
  ownBoards: false,
  hiddenHands: true,
  oneClock: true,
  byTime: false,
  matches: false,
  undo: false,
  alone: false,
  ghosts: false,
  opening: {
    title: 'create.shared',
    bots: 'home.bots',
    friends: 'home.friends',
    opponents: 3,
    options: {},
    rules: { time_limit: 0 },
    seconds: 0,
    folded: true,
    watching: ['fair', 'delayed', 'none'],
    rare: ['bonus', 'demon', 'turn'],
  },
  card: undefined,
  leaders: {
    metrics: ['wins', 'score', 'streak', 'rating', 'races'],
    solo: ['solo_streak'],
    names: { wins: 'duel.wins', races: 'duel.matches' },
    none: 'leaders.none.duel',
    played: 'own.matches',
  },
  won: 'results.winner',
  columns: ['results.cards.head', 'duel.results.score'],
  title: (rows, mine) => {
    const [winner, other] = rows.filter((row) => row.won)
    if (!winner || other) return t('duel.results.drawn')
    return winner === mine ? t('results.won') : t('results.winner', { name: winner.name })
  },
  reached: ({ score = 0 }) => t('duel.points', { n: score }),
  outcome: ({ won, rank, of }) => (won ? t('results.won') : t('results.rank', { n: rank, of })),
  standing: ({ seat }, { match }) => `${match?.[seat] ?? 0}`,
  settled: undefined,
}
