/** A duel: two players at one table, by turns. */

import { t } from '../i18n/index.svelte'
import type { Contest, Kind } from './kind'
import { oneTable } from './onetable'

export const duel: Kind = {
  ...oneTable,
  name: 'duel',
  // The server's judge knows Spite and Malice, whose players have piles to get rid of.
  judged: ({ groups }) => groups.some(({ id }) => id === 'riddance'),
  seats: 2,
  oneClock: false,
  matches: true,
  opening: {
    title: 'create.duel',
    bots: 'home.bot',
    friends: 'game.friend',
    opponents: 1,
    rules: { time_limit: 0 },
    seconds: 0,
    folded: true,
    watching: ['fair', 'delayed', 'none'],
    rare: ['jokers', 'packs', 'on_timeout', 'max_timeouts', 'dead_redeals', 'dead_turns', 'reserve'],
  },
  // A fixed title, shown before the list of games has come, so that nothing moves when it comes.
  card: { icon: 'duel', game: 'spite_and_malice', title: 'Spite and Malice', text: 'home.duel.text' },
  columns: ['duel.results.cards', 'duel.results.score'],
  standing: ({ seat, progress }, { match, rules, progress_max: max }) => (match && rules.target ? `${match[seat] ?? 0}` : t('duel.left', { n: max - progress })),
  settled: () => import('./settled'),
}

export const duelOfTheDay: Contest = {
  icon: 'duel',
  title: 'daily.duel',
  first: 'daily.first.duel',
  start: 'daily.start.duel',
  ends: 'daily.ends.duel',
  bot: true,
  reached: ({ won, score = 0, progress: n }, max) => (won ? t('duel.points', { n: score }) : t('results.cards', { n, max })),
}
