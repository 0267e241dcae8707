import { expect, test, vi } from 'vitest'
import type { HistoryRow, NextGame, ResultRow, RoomState } from '../wire/types'
import { againText, fewestText, linesOf, outcomeText, podiumOf, resultText, scoreText, sequelText, titleText, turningTitle } from './words'

vi.mock('../i18n/index.svelte', () => ({ t: (key: string) => key, language: { tag: 'en' } }))
vi.mock('../state/catalogue.svelte', () => ({ catalogue: { titleOf: ({ title }: { title: string }) => title } }))
vi.mock('../i18n/numbers', () => ({ timeOf: ({ won, time }: { won: boolean; time?: number }) => (won ? String(time) : undefined), exactText: String }))

const row = (seat: number, rank: number, progress: number, won = false) => ({ seat, rank, progress, won, name: `P${seat}`, time: 60 }) as ResultRow
const race = (...rows: ResultRow[]) => ({ kind: 'race', options: {}, results: { rows }, seats: [] }) as unknown as RoomState

test('who left with four cards, where all others have fewer, came first and has not won', () => {
  const state = race(row(0, 1, 4), row(1, 2, 3))
  expect(titleText(state, 0)).toBe('results.most.you')
  expect(titleText(state, undefined)).toBe('results.most')
  expect(titleText(state, 1)).toBe('results.rank')
})

test('who has as many cards home as the second came first by the time, not by the cards', () => {
  const state = race(row(0, 1, 21), row(1, 2, 21))
  expect([0, 1, undefined].map((own) => titleText(state, own))).toEqual(['results.sooner.you', 'results.rank', 'results.sooner'])
})

test('who has all cards home before all others has won', () => {
  const state = race(row(0, 1, 52, true), row(1, 2, 52, true))
  expect([0, 1, undefined].map((own) => titleText(state, own))).toEqual(['results.won', 'results.home', 'results.winner'])
})

test('the first stands in the middle of three, and nobody stands on a podium where nobody got anywhere', () => {
  const seats = (...rows: ResultRow[]) => podiumOf(rows).map(({ seat }) => seat)
  expect(seats(row(0, 1, 9), row(1, 2, 4), row(2, 3, 1), row(3, 4, 0))).toEqual([1, 0, 2])
  expect(seats(row(0, 1, 9), row(1, 2, 0))).toEqual([0, 1])
  expect(seats(row(0, 1, 0), row(1, 1, 0))).toEqual([])
  expect(seats(row(0, 1, 0, true), row(1, 2, 0))).toEqual([0, 1])
  expect(seats(row(0, 1, 9))).toEqual([])
})

test('whoever has raced somebody\u2019s run is offered to race it again, and not to practise alone', () => {
  const day = (...ghosts: object[]) => ({ kind: 'race', contest: 'deal', seats: [{ seat: 0, player: 'tom' }], ghosts }) as unknown as RoomState
  const [ann, eve] = [{ player: 'ann', name: 'Ann' }, { player: 'eve', name: 'Eve' }]
  expect([day(), day(ann), day(ann, eve)].map((state) => againText(state, 0))).toEqual(['daily.practise', 'ghost.race', 'results.again'])
})

test('the history tells what was won, and else the place', () => {
  const game = { kind: 'race', rank: 1, of: 2, won: false, first: true, time: 60, progress: 4, progress_max: 52 } as HistoryRow
  expect(outcomeText(game)).toBe('results.rank · results.cards')
  expect(outcomeText({ ...game, won: true })).toBe('results.won · 60')
  expect(outcomeText({ ...game, won: true, first: false, rank: 2 })).toBe('results.home results.rank · 60')
  expect(outcomeText({ ...game, of: 1, first: false })).toBe('results.unwon · results.cards')
  expect(outcomeText({ ...game, of: 1, won: true, first: false })).toBe('results.home · 60')
  expect([true, false].map((won) => outcomeText({ ...game, kind: 'duel', won }))).toEqual(['results.won', 'duel.results.drawn'])
  expect([2, 3].map((of) => outcomeText({ ...game, kind: 'duel', rank: 2, of }))).toEqual(['duel.results.lost', 'results.rank'])
})

test('points stand under their head as a figure alone', () => {
  expect([{ score: 68 }, {}, { score: -26 }].map(scoreText)).toEqual(['68', '0', '−26'])
})

test('a result to share has places where there are several, and none where one played alone', () => {
  const shared = (...rows: ResultRow[]) => resultText({ ...race(...rows), title: 'Spider' } as unknown as RoomState).split('\n')
  expect(shared(row(0, 1, 52, true), row(1, 2, 4))).toEqual(['Spider', '1. named', '2. named'])
  expect(shared(row(0, 1, 52, true))).toEqual(['Spider', 'named'])
})

test('partners share a line of the result that is shared', () => {
  const state = { ...race(row(1, 1, 5, true), row(3, 1, 2, true), row(0, 2, 4), row(2, 2, 1)), title: 'Spite', options: { partners: true } } as unknown as RoomState
  expect(linesOf(state).map(({ rank, name }) => `${rank} ${name}`)).toEqual(['1 P1 and P3', '2 P0 and P2'])
  expect(podiumOf(linesOf(state)).map(({ name }) => name)).toEqual(['P1 and P3', 'P0 and P2'])
  expect(resultText(state).split('\n')).toHaveLength(3)
})

test('after a vote it is told that the vote chose, not who opened the room', () => {
  const state = { game: 'clock', seats: [{ seat: 0, name: 'Ann' }, { seat: 1, name: 'Ben' }] } as unknown as RoomState
  const told = (next: Partial<NextGame>, own = 2) => sequelText(state, { game: 'spider', title: 'Spider', by: 1, ...next }, own)
  expect(told({})).toBe('sequel.wants.game')
  expect(told({ game: 'clock' })).toBe('sequel.wants')
  expect(told({}, 1)).toBe('sequel.opened')
  expect(told({ vote: 'majority' })).toBe('sequel.voted')
  expect(told({ vote: 'majority' }, 1)).toBe('sequel.voted')
  expect(told({ vote: 'tie', decided: 0 })).toBe('sequel.tied.by')
  expect(told({ vote: 'tie', decided: 0 }, 0)).toBe('sequel.tied.you')
  expect(told({ vote: 'tie' })).toBe('sequel.tied')
})

test('moves are told beside the fewest before', () => {
  expect([90, 80, 70].map((before) => fewestText(80, before))).toEqual(['fewest.beaten', 'fewest.equal', 'fewest.behind'])
})

test('a lead that was never lost is no turning point', () => {
  const called = (kind: 'ahead' | 'passed' | 'home') => turningTitle({ kind, at: 1, seat: 0, changes: 0 })
  expect((['ahead', 'passed', 'home'] as const).map(called)).toEqual(['turn.title.ahead', 'turn.title', 'turn.title'])
})
