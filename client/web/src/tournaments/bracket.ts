/** Draws a knockout from its games. Pure. */

import type { TournamentGame, TournamentPlayer } from '../wire/types'

/** The games of a round from above to below; undefined: its players are not known yet. */
export type Column = readonly (TournamentGame | undefined)[]

/** The same player has the same key in all games. A bot has no id, and no two bots of a tournament have the same name. */
export function keyOf({ player, name }: Pick<TournamentPlayer, 'player' | 'name'>): string {
  return player ?? `bot ${name}`
}

/** The place of the winner among the players of a game; undefined while there is none, and if there is none at all. */
export function winnerIn({ result }: Pick<TournamentGame, 'result'>): 0 | 1 | undefined {
  return result === 'first' ? 0 : result === 'second' ? 1 : undefined
}

/** The games that count in a knockout, in the order of its tree. One that was called off is played anew, under another number but at the same place. */
function counted(games: readonly TournamentGame[]): TournamentGame[] {
  const first = new Map<string, number>()
  const placeOf = ({ round, players }: TournamentGame) => [round, ...players.map(keyOf).sort()].join(' ')
  const ordered = [...games].sort((a, b) => a.number - b.number)
  for (const game of ordered) if (!first.has(placeOf(game))) first.set(placeOf(game), game.number)
  return ordered.filter(({ result }) => result !== 'void').sort((a, b) => (first.get(placeOf(a)) ?? 0) - (first.get(placeOf(b)) ?? 0))
}

/** The columns of a knockout of `rounds` rounds. The winners of two games that stand side by side meet in the next column. */
export function bracketOf(games: readonly TournamentGame[], rounds: number): readonly Column[] {
  const known = counted(games)
  const last = Math.max(rounds, ...known.map(({ round }) => round))
  return Array.from({ length: last }, (_, i) => {
    const column = known.filter(({ round }) => round === i + 1)
    return Array.from({ length: Math.max(column.length, 2 ** (last - i - 1)) }, (_, place) => column[place])
  })
}
