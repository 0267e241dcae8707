import { expect, test, vi } from 'vitest'
import type { TournamentGame } from '../wire/types'

vi.mock('../base/settings.svelte', () => ({ settings: { values: { language: 'en' } }, me: {} }))
vi.mock('../state/catalogue.svelte', () => ({ catalogue: {} }))
vi.stubGlobal('navigator', { languages: ['en'] })
const { cardsText, decisionOf } = await import('./words')

const ROWS = [{ rank: 1, name: 'Ann' }, { rank: 2, name: 'Bob' }]
const game = (more: Partial<TournamentGame>): TournamentGame => ({ number: 1, round: 0, players: ['Ann', 'Bob'].map((name) => ({ player: name.toLowerCase(), name, bot: '', rank: 0 })), cards: [], at: 0, ...more })

test('a game that was played, or is not decided yet, needs no words but those of its table', () => {
  expect(decisionOf(game({}), ROWS, 'ann')).toBeUndefined()
  expect(decisionOf(game({ result: 'first', cause: 'played' }), ROWS, 'ann')).toBeUndefined()
})

test('a game that does not count has no winner, and says who decided that', () => {
  expect(decisionOf(game({ result: 'void', cause: 'host' }), ROWS, 'ann')).toEqual({ title: 'The game is over', text: 'Ann against Bob does not count · decided by the host', agrees: false })
})

test('whoever stays wins against one who leaves, whatever lies on the tables', () => {
  const left = game({ result: 'second', cause: 'left' })
  expect(decisionOf(left, ROWS, 'bob')).toEqual({ title: 'You have won!', text: 'Bob beat Ann · the other gave up or left', agrees: false })
  expect(decisionOf(left, ROWS, undefined)?.title).toBe('Bob wins')
  expect(decisionOf(left, ROWS, 'ann')?.text).toMatch(/^You lost this game: /)
  expect(decisionOf({ ...left, result: 'first' }, ROWS, 'ann')?.agrees).toBe(true)
})

test('with as many cards the winner is said to have been sooner', () => {
  const played = (cards: number[], result: 'first' | 'second' | 'draw') => cardsText({ cards, result, cause: 'played' })
  expect(played([15, 15], 'first')).toBe('15\u00a0:\u00a015, sooner')
  expect(played([7, 15], 'second')).toBe('15\u00a0:\u00a07')
  expect(played([0, 0], 'draw')).toBe('0\u00a0:\u00a00')
})
