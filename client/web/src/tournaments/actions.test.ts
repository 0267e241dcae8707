import { expect, test } from 'vitest'
import { actionOf, ordersOf } from './actions'
import type { ListedTournament, MyTournament, Tournament, TournamentTerms } from '../wire/types'

function told(kind: TournamentTerms['kind'], phase: ListedTournament['phase']): Tournament {
  const terms: TournamentTerms = { kind, game: 'klondike_draw1', options: {}, title: '', text: '', minutes: 30, rounds: 0, time_limit: 900, private: false, club: '', bots: '', fill: 0 }
  const about: ListedTournament = { id: 'abcdef', terms, phase, starts: 0, until: 1, host: '', players: 0, round: 0, rounds: 0, winner: '' }
  return { type: 'tournament', version: 1, about, paused: false, waiting: 0, standings: [], games: [], games_played: 0 }
}

const mine = (more: Partial<MyTournament>): MyTournament => ({ type: 'my_tournament', tournament: 'abcdef', entered: false, ...more })
const line = { rank: 1, name: 'Ann', bot: '', points: 0, games: 0, won: 0, drawn: 0, lost: 0, streak: 0, tie_breaks: [], out: false }
const game = { number: 1, round: 0, players: [], cards: [], at: 0 }

test('a game that must be played comes before all else', () => {
  expect(actionOf(told('arena', 'running'), mine({ entered: true, line, game: { ...game, room: 'ABCDE' } }), 0)).toEqual({ kind: 'game', room: 'ABCDE' })
  expect(actionOf(told('arena', 'running'), mine({ entered: true, line, game }), 0)).toEqual({ kind: 'game', room: undefined })
})

test('who takes part may leave, and who does not may enter or come back', () => {
  expect(actionOf(told('swiss', 'running'), mine({ entered: true, line }), 0).kind).toBe('entered')
  expect(actionOf(told('swiss', 'open'), mine({}), 0).kind).toBe('enter')
  expect(actionOf(told('arena', 'running'), mine({ line }), 0).kind).toBe('again')
  expect(actionOf(told('arena', 'running'), undefined, 0).kind).toBe('enter')
})

test('nobody enters a knockout that has begun, or a tournament that is over', () => {
  expect(actionOf(told('knockout', 'open'), mine({}), 0).kind).toBe('enter')
  expect(actionOf(told('knockout', 'running'), mine({}), 0).kind).toBe('closed')
  expect(actionOf(told('knockout', 'running'), mine({ entered: true, line }), 0).kind).toBe('entered')
  expect(actionOf(told('knockout', 'running'), mine({ entered: true, line: { ...line, lost: 1 } }), 0).kind).toBe('out')
  expect(actionOf(told('swiss', 'running'), mine({ entered: true, line: { ...line, lost: 1 } }), 0).kind).toBe('entered')
  expect(actionOf(told('arena', 'over'), mine({ entered: true, line }), 0).kind).toBe('over')
  expect(actionOf(told('arena', 'cancelled'), mine({}), 0).kind).toBe('over')
})

test('a Swiss tournament takes newcomers in the first half, and an arena everybody until its time is up', () => {
  const swiss = (round: number) => ({ about: { ...told('swiss', 'running').about, round, rounds: 4 } })
  expect(actionOf(swiss(2), mine({}), 0).kind).toBe('enter')
  expect(actionOf(swiss(3), mine({}), 0).kind).toBe('closed')
  expect(actionOf(swiss(3), mine({ line }), 0).kind).toBe('again')
  expect(actionOf(swiss(4), mine({ line }), 0).kind).toBe('closed')
  expect(actionOf(told('arena', 'running'), mine({ line }), 1).kind).toBe('closed')
})

test('a host starts or moves what has not begun, pauses what runs, and can do nothing at the end', () => {
  expect(ordersOf(told('arena', 'open'))).toEqual(['start', 'move', 'cancel'])
  expect(ordersOf(told('arena', 'running'))).toEqual(['pause', 'cancel'])
  expect(ordersOf({ ...told('arena', 'running'), paused: true })).toEqual(['resume', 'cancel'])
  expect(ordersOf(told('arena', 'over'))).toEqual([])
})
