import { expect, test } from 'vitest'
import { crossOf } from './cross'
import type { TournamentGame, TournamentLine } from '../wire/types'

/** A game of players with these names. */
function game(number: number, names: readonly string[], more: Partial<TournamentGame> = {}): TournamentGame {
  return { number, round: 0, players: names.map((name) => ({ player: name.toLowerCase(), name, bot: '', rank: 0 })), cards: [], at: 0, ...more }
}

function line(name: string): TournamentLine {
  return { rank: 1, player: name.toLowerCase(), name, bot: '', points: 0, games: 0, won: 0, drawn: 0, lost: 0, streak: 0, tie_breaks: [], out: false }
}

test('each player has a row, and each round a cell with the opponent’s place', () => {
  const games = [
    game(1, ['Ann', 'Bob'], { round: 1, result: 'first' }),
    game(2, ['Cid'], { round: 1, result: 'first', cause: 'bye' }),
    game(3, ['Cid', 'Ann'], { round: 2, result: 'draw' }),
    game(4, ['Bob', 'Dan'], { round: 2, result: 'void', cause: 'host' }),
    game(5, ['Dan', 'Bob'], { round: 2 }),
  ]
  const rows = crossOf([line('Ann'), line('Cid'), line('Bob')], games, 3)
  expect(rows.map((row) => row.map((cell) => cell && [cell.how, cell.against]))).toEqual([
    [['won', 2], ['drawn', 1], undefined],
    [['bye', undefined], ['drawn', 0], undefined],
    [['lost', 0], ['playing', undefined], undefined],
  ])
})
