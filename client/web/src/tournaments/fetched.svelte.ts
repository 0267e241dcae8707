/** Fetches the list of tournaments, and all games of one. */

import { connection } from '../state/connection'
import { STANDINGS_PAGE, type ListedTournament, type Tournament, type TournamentGame, type TournamentGames, type TournamentLine, type Tournaments, type TournamentStandings } from '../wire/types'

/** The milliseconds between two fetches. */
const EVERY = 5000

class List {
  running = $state.raw<readonly ListedTournament[]>([])
  coming = $state.raw<readonly ListedTournament[]>([])
  past = $state.raw<readonly ListedTournament[]>([])
  /** True once the list has been fetched. */
  known = $state(false)

  /** Keep the list fresh until the returned function is called. */
  follow(): () => void {
    const ask = () => {
      connection.ask<Tournaments>({ type: 'get_tournaments' }, false).then(
        ({ running, coming, past }) => {
          this.running = running
          this.coming = coming
          this.past = past
          this.known = true
        },
        () => undefined, // the next one may succeed
      )
    }
    return connection.keepAsking(ask, EVERY)
  }
}

export const list = new List()

/** All lines of the standings. */
export async function allLines(tournament: string): Promise<readonly TournamentLine[]> {
  const found: TournamentLine[] = []
  for (;;) {
    const { lines, total } = await connection.ask<TournamentStandings>({ type: 'get_tournament_standings', tournament, after: found.length })
    found.push(...lines)
    if (!lines.length || found.length >= total) return found
  }
}

/** The number of a player's latest games that are searched for the game of a room. */
const AMONG = 10

/** The game of a tournament that was played in this room by this player; undefined if the tournament does not know it any more. */
export async function gameIn(tournament: string, room: string, player: string): Promise<TournamentGame | undefined> {
  const { games } = await connection.ask<TournamentGames>({ type: 'get_tournament_games', tournament, player, count: AMONG }, false)
  return games.find((game) => game.room === room)
}

/** Fetches the games of a tournament again whenever one has begun or ended. Make it while a component is made. */
export class AllGames {
  list = $state.raw<readonly TournamentGame[]>([])

  constructor(told: () => Tournament) {
    let asked = ''
    $effect(() => {
      const { about, games, games_played: over } = told()
      const wanted = [about.id, about.round, over, games.map(({ number, room }) => `${number}${room ?? ''}`)].join(' ')
      if (wanted === asked) return
      asked = wanted
      this.#fetch(about.id).then(
        (found) => {
          if (wanted === asked) this.list = found
        },
        () => (asked = ''), // the next change fetches them
      )
    })
  }

  async #fetch(tournament: string): Promise<TournamentGame[]> {
    const found: TournamentGame[] = []
    for (;;) {
      const { games } = await connection.ask<TournamentGames>({ type: 'get_tournament_games', tournament, before: found.at(-1)?.number })
      found.push(...games)
      if (games.length < STANDINGS_PAGE) return found
    }
  }
}
