/** A shared table: all players move at it at the same time. */

import type { Kind } from './kind'
import { oneTable } from './onetable'

export const shared: Kind = {
  ...oneTable,
  name: 'shared',
  judged: false,
  seats: undefined,
  oneClock: true,
  matches: false,
  opening: {
    title: 'create.shared',
    bots: 'home.bots',
    friends: 'game.friends',
    opponents: 3,
    options: {},
    rules: { time_limit: 0 },
    seconds: 0,
    folded: true,
    watching: ['fair', 'delayed', 'none'],
    rare: ['bonus', 'demon', 'turn'],
  },
  // A fixed title, shown before the list of games has come, so that nothing moves when it comes.
  card: { icon: 'people', title: 'Racing Demon', text: 'home.shared.text' },
  columns: ['results.cards.head', 'duel.results.score'],
  standing: ({ seat }, { match }) => `${match?.[seat] ?? 0}`,
  settled: undefined,
}
