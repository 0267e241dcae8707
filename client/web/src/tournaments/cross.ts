/** The cross list of a Swiss tournament: the opponents by round. Pure. */

import { keyOf, winnerIn } from './bracket'
import type { TournamentGame, TournamentLine } from '../wire/types'

export interface Cell {
  /** The place of the opponent in the list; undefined: a bye, or an opponent who is not listed. */
  readonly against: number | undefined
  /** `bye`: nobody was left to play with; `playing`: it is not over. */
  readonly how: 'won' | 'drawn' | 'lost' | 'bye' | 'playing'
  readonly game: TournamentGame
}

/** One row for each line, one cell for each round; undefined: the player had no game in that round. */
export function crossOf(lines: readonly TournamentLine[], games: readonly TournamentGame[], rounds: number): readonly (readonly (Cell | undefined)[])[] {
  const places = new Map(lines.map((line, place) => [keyOf(line), place]))
  const rows = lines.map(() => Array.from<Cell | undefined>({ length: rounds }))
  for (const game of games) {
    if (game.result === 'void' || game.round < 1 || game.round > rounds) continue
    game.players.forEach((player, side) => {
      const row = rows[places.get(keyOf(player)) ?? -1]
      const other = game.players[1 - side]
      if (row) row[game.round - 1] = { against: other && places.get(keyOf(other)), how: howFor(game, side), game }
    })
  }
  return rows
}

/** The outcome of a game for the player at this side of it. */
export function howFor(game: TournamentGame, side: number): Cell['how'] {
  if (game.players.length < 2) return 'bye'
  if (game.result === undefined) return 'playing'
  const winner = winnerIn(game)
  if (game.result === 'neither') return 'lost'
  return winner === undefined ? 'drawn' : winner === side ? 'won' : 'lost'
}
