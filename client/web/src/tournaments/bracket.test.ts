import { expect, test } from 'vitest'
import { bracketOf, winnerIn } from './bracket'
import type { TournamentGame } from '../wire/types'

/** A game of players with these names. */
function game(number: number, names: readonly string[], more: Partial<TournamentGame> = {}): TournamentGame {
  return { number, round: 0, players: names.map((name) => ({ player: name.toLowerCase(), name, bot: '', rank: 0 })), cards: [], at: 0, ...more }
}

const numbers = (columns: ReturnType<typeof bracketOf>) => columns.map((column) => column.map((one) => one?.number))

test('the winners of two games side by side meet in the next column', () => {
  const first = [game(2, ['Cid', 'Dan'], { round: 1, result: 'second' }), game(1, ['Ann', 'Bob'], { round: 1, result: 'first' }), game(3, ['Eve'], { round: 1, cause: 'bye' }), game(4, ['Gus', 'Hal'], { round: 1 })]
  expect(numbers(bracketOf(first, 3))).toEqual([[1, 2, 3, 4], [undefined, undefined], [undefined]])
  expect(numbers(bracketOf([...first, game(5, ['Ann', 'Dan'], { round: 2 })], 3))).toEqual([[1, 2, 3, 4], [5, undefined], [undefined]])
})

test('a game that was called off is not drawn beside the one that is played for it', () => {
  const games = [game(1, ['Ann', 'Bob'], { round: 1, result: 'void', cause: 'host' }), game(2, ['Ann', 'Bob'], { round: 1 })]
  expect(numbers(bracketOf(games, 1))).toEqual([[2]])
  expect(numbers(bracketOf([...games, game(3, ['Cid', 'Dan'], { round: 1 }), game(4, ['Bob', 'Ann'], { round: 1 })].filter(({ number }) => number !== 2), 2))).toEqual([[4, 3], [undefined]])
})

test('before the first pairing all places are open', () => {
  expect(numbers(bracketOf([], 2))).toEqual([[undefined, undefined], [undefined]])
  expect(bracketOf([], 0)).toEqual([])
})

test('a draw and a running game have no winner', () => {
  expect(winnerIn(game(1, ['Ann', 'Bob'], { result: 'draw' }))).toBeUndefined()
  expect(winnerIn(game(1, ['Ann', 'Bob']))).toBeUndefined()
  expect(winnerIn(game(1, ['Ann', 'Bob'], { result: 'second' }))).toBe(1)
})
