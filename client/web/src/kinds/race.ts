/** A race: each player plays the same deal on a board of their own. */

import { t } from '../i18n/index.svelte'
import { exactText, timeOf } from '../i18n/numbers'
import type { HistoryRow, ResultRow } from '../wire/types'
import type { Contest, Kind } from './kind'

function titleOf(rows: readonly ResultRow[], mine: ResultRow | undefined): string {
  const [first, second] = rows
  if (!first || !second) return first?.won ? t('results.home') : t('results.over')
  if (rows.every((row) => !row.won && row.progress <= 0)) return t('results.nobody')
  if (mine && mine.rank > 1) return mine.won ? t('results.home') : t('results.rank', { n: mine.rank, of: rows.length })
  if (second.rank === first.rank) return t('results.draw')
  if (!first.won && second.progress === first.progress) return mine ? t('results.sooner.you') : t('results.sooner', { name: first.name })
  if (!first.won) return mine ? t('results.most.you') : t('results.most', { name: first.name })
  return mine ? t('results.won') : t('results.winner', { name: first.name })
}

/** A game of the history in words: won or not, the place, and the time or the cards. A player who came first with four cards home has not won. */
function outcomeOf({ rank, of, won, first, time, progress: n, progress_max: max }: HistoryRow): string {
  const place = t('results.rank', { n: rank, of })
  const reached = timeOf({ won, ...(time === undefined ? {} : { time }) }) ?? t('results.cards', { n, max })
  if (of > 1 && rank === 1 && !won && n <= 0) return t('results.nobody')
  if (of === 1) return `${won ? t('results.home') : t('results.unwon')} · ${reached}`
  return `${won ? (first ? t('results.won') : `${t('results.home')} ${place}`) : place} · ${reached}`
}

export const race: Kind = {
  name: 'race',
  shown: true,
  seats: undefined,
  ownBoards: true,
  hiddenHands: false,
  oneClock: true,
  byTime: true,
  matches: false,
  undo: true,
  alone: true,
  judged: () => true,
  ghosts: true,
  oneWinner: false,
  opening: {
    title: 'create.race',
    bots: 'home.bots',
    friends: 'home.friends',
    opponents: 2,
    rules: {},
    seconds: 900,
    folded: false,
    watching: ['fair', 'live', 'delayed', 'none'],
    rare: [],
  },
  card: undefined,
  leaders: {
    metrics: ['wins', 'best_time', 'best_time_undo', 'rating', 'races'],
    solo: ['solo_time', 'solo_moves', 'solo_streak'],
    names: {},
    none: 'leaders.none',
    played: 'own.races',
  },
  won: 'news.finished',
  columns: ['results.cards.head', 'results.time'],
  title: titleOf,
  reached: (row, max) => timeOf(row) ?? t('results.cards', { n: row.progress, max }),
  outcome: outcomeOf,
  standing: ({ state, ended, progress }, { progress_max: max }) => (state === 'finished' && ended !== undefined ? exactText(ended) : `${progress}/${max}`),
  settled: undefined,
}

export const raceOfTheDay: Contest = {
  icon: 'cup',
  title: 'deal.daily.title',
  first: 'daily.first',
  start: 'daily.start',
  ends: 'play.giveUp.day',
  bot: false,
  reached: ({ won, time, progress: n }, max) => (won && time !== undefined ? exactText(time) : t('results.cards', { n, max })),
}
