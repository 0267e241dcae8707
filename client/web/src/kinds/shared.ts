/** A shared table: its players move at the same time, or by turns. */

import type { Kind } from './kind'
import { oneTable } from './onetable'

export const shared: Kind = {
  ...oneTable,
  name: 'shared',
  judged: () => false,
  seats: undefined,
  oneClock: true,
  matches: false,
  opening: {
    title: 'create.shared',
    bots: 'home.bots',
    friends: 'game.friends',
    opponents: 3,
    rules: { time_limit: 0 },
    seconds: 0,
    folded: true,
    watching: ['fair', 'delayed', 'none'],
    rare: ['bonus', 'demon', 'turn', 'packs', 'on_timeout', 'max_timeouts'],
  },
  // The first screen of the front page has no room for a sixth way into a game; Racing Demon comes among the games that people know.
  card: undefined,
  // The cards of the last round alone say little about a match.
  columns: [undefined, 'duel.results.score'],
  standing: ({ seat }, { match }) => `${match?.[seat] ?? 0}`,
  settled: undefined,
}
