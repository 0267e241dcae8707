import { expect, test } from 'vitest'
import type { RoomState, Seat } from '../wire/types'
import { awaitedFrom, ballotOf, chooserOf, chosenBy, companySize, playedAlone, watchersFrom } from './sequel'

function seat(number: number, more: Partial<Seat> = {}): Seat {
  return { seat: number, name: `P${number}`, player: `p${number}`, ready: true, state: 'stood', present: true, progress: 0, penalty: 0, moves: 0, ...more }
}

const { player: _, ...nobody } = seat(0)
const bot: Seat = { ...nobody, bot: 'good' }

function room(seats: Seat[], votes: number[][] = []): Pick<RoomState, 'seats' | 'host' | 'ballot' | 'rematch'> {
  return { seats, host: 1, ballot: votes.map((each, n) => ({ game: `g${n}`, title: `G${n}`, options: {}, votes: each })) }
}

test('the host chooses, while away the lowest seat of a person who is here', () => {
  expect(chooserOf(room([bot, seat(1), seat(2)]))?.seat).toBe(1)
  expect(chooserOf(room([bot, seat(1, { present: false }), seat(3), seat(2)]))?.seat).toBe(2)
  expect(chooserOf(room([bot, seat(1, { present: false })]))).toBeUndefined()
})

test('the next game may be joined by one of the group who watches this one', () => {
  const score = [1, 2, 3].map((n) => ({ name: `P${n}`, player: `p${n}`, points: 0, games: 1 }))
  const ungrouped = { seats: [bot, seat(1), seat(2)], watchers: 1 }
  const state = { ...ungrouped, series: { game: 2, score } }
  expect(watchersFrom(state)).toEqual(['p3'])
  expect(watchersFrom({ ...state, watchers: 0 })).toEqual([])
  expect(watchersFrom({ ...state, seats: [seat(1), seat(2), seat(3)] })).toEqual([])
  expect(watchersFrom(ungrouped)).toEqual([])
})

test('a vote is decided once all people who are here have voted', () => {
  const seats = [bot, seat(1), seat(2), seat(3, { present: false })]
  expect(ballotOf(room(seats), 1)).toBeUndefined()
  const open = ballotOf(room(seats, [[1], []]), 2)
  expect([open?.mine, open?.missing.map(({ name }) => name), open?.decided]).toEqual([undefined, ['P2'], false])
  const done = ballotOf(room(seats, [[1, 3], [2]]), 2)
  expect([done?.mine, done?.decided, done?.together]).toEqual([1, true, ['p1', 'p2']])
  expect(ballotOf({ ...room(seats, [[1], []]), rematch: 'ABCDEF' }, 2)).toBeUndefined()
})

test('the page tells a vote as the server counts it', () => {
  const seats = [bot, seat(1), seat(2), seat(3)]
  expect(chosenBy(room(seats, [[1], [2, 3]]))).toEqual({ game: 'g1', title: 'G1', vote: 'majority' })
  expect(chosenBy(room(seats, [[2], [1]]))).toEqual({ game: 'g1', title: 'G1', vote: 'tie', decided: 1 })
  expect(chosenBy(room(seats, [[], [2], [3]]))).toEqual({ game: 'g1', title: 'G1', vote: 'tie' })
  expect(chosenBy(room(seats, [[], []]))).toBeUndefined()
})

test('only people who are here are counted for the next game', () => {
  expect(companySize(room([bot, seat(1), seat(2), seat(3, { present: false })]))).toBe(2)
})

test('whoever has played all games so far or watched the last one, and is not here yet, is awaited', () => {
  const line = (name: string, games: number, player?: string) => ({ name, points: 0, games, ...(player === undefined ? {} : { player }) })
  const score = [line('P1', 2, 'p1'), line('Bea', 2, 'pb'), line('Late', 1, 'pl'), line('Robot', 2)]
  expect(awaitedFrom({ seats: [seat(1)], series: { game: 3, score } })).toEqual(['Bea'])
  expect(awaitedFrom({ seats: [seat(1)], series: { game: 3, score } }, ['pl', 'p1'])).toEqual(['Bea', 'Late'])
  expect(awaitedFrom({ seats: [seat(1)] })).toEqual([])
})

test('who has played alone or against bots begins the next game by one press, and nobody else does', () => {
  const room = (seats: object[], most = 8, phase = 'finished') => ({ phase, seats, rules: { seats: most } }) as unknown as RoomState
  expect(playedAlone(room([{ seat: 0 }], 1), 0)).toBe(true)
  expect(playedAlone(room([{ seat: 0 }, { seat: 1, bot: 'fair' }]), 0)).toBe(true)
  expect(playedAlone(room([{ seat: 0 }]), 0)).toBe(false) // friends may come
  expect(playedAlone(room([{ seat: 0 }, { seat: 1, bot: 'fair' }, { seat: 2 }]), 0)).toBe(false)
  expect(playedAlone(room([{ seat: 0 }], 1, 'lobby'), 0)).toBe(false)
})
