import { expect, test } from 'vitest'
import type { RaceSeries, Seat, SeriesLine } from '../wire/types'
import { goesOn, isCalled, isWholeSeries, nextGame, podiumOfSeries, racesOver, unreadyFor, winnersOf } from './races'

function series(race: number, more: Partial<RaceSeries> = {}): RaceSeries {
  return { race, races: 3, games: ['cover', 'clock', 'klondike'], points: [10, 7], standings: [], called: false, ...more }
}

function line(name: string, rank: number, points: number): SeriesLine {
  return { rank, name, player: name, points, races: 3 }
}

test('a series goes on until its last race, and is whole once that is over', () => {
  expect([goesOn({}), goesOn({ races: series(2) }), goesOn({ races: series(3) })]).toEqual([false, true, false])
  expect(isWholeSeries({ races: series(3), phase: 'running' })).toBe(false)
  expect(isWholeSeries({ races: series(3), phase: 'finished' })).toBe(true)
  expect(isWholeSeries({ races: series(2), phase: 'finished' })).toBe(false)
  expect([racesOver({ races: series(2), phase: 'lobby' }), racesOver({ races: series(2), phase: 'finished' })]).toEqual([1, 2])
})

test('the next game is known but for a mixed series that is not drawn', () => {
  expect([nextGame(series(1)), nextGame(series(1, { games: ['cover'] })), nextGame(series(3))]).toEqual(['clock', undefined, undefined])
})

test('the page goes to a race that is called now, and not to one of long ago', () => {
  expect(isCalled({ races: series(1, { next_at: 60_000 }) }, 1000)).toBe(false)
  expect(isCalled({ races: series(1, { next_at: 60_000, called: true }) }, 1000)).toBe(true)
  expect(isCalled({ races: series(1, { next_at: 60_000, called: true }) }, 90_000)).toBe(false)
})

test('the best three stand on the podium, the winner in the middle', () => {
  const [ann, bob, cid, dan] = [line('Ann', 1, 27), line('Bob', 2, 24), line('Cid', 3, 15), line('Dan', 4, 9)]
  expect(podiumOfSeries([ann, bob, cid, dan])).toEqual([bob, ann, cid])
  const thirds = [line('Cid', 3, 1), line('Dan', 3, 1)]
  expect(podiumOfSeries([ann, bob, ...thirds, line('Eve', 5, 0)])).toEqual([bob, ann, ...thirds])
  expect(podiumOfSeries([ann, bob, ...thirds.map((one) => ({ ...one, rank: 2 }))])).toHaveLength(4)
  expect(podiumOfSeries([ann, line('Bob', 2, 0)])).toEqual([ann, line('Bob', 2, 0)])
  expect(podiumOfSeries([line('Ann', 1, 0), line('Bob', 1, 0)])).toEqual([])
  expect(winnersOf([ann, bob])).toEqual([ann])
  expect(winnersOf([line('Ann', 1, 0)])).toEqual([])
})

test('the next race waits for people who are here and not ready', () => {
  const seat = (number: number, more: Partial<Seat> = {}) => ({ seat: number, name: `P${number}`, present: true, ...more }) as Seat
  const seats = [seat(0), seat(1), seat(2, { present: false }), seat(3, { bot: 'good' })]
  expect(unreadyFor({ seats, onward: [1] })).toEqual(['P0'])
})
