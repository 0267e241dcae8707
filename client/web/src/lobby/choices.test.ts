import { expect, test } from 'vitest'
import type { GameInfo } from '../wire/types'
import { Choices, dealOfQuery } from './choices.svelte'

const modern = { options: { riddance: [20, 5, 10], packs: [2, 3], move_seconds: [45, '0 to 3600'] } } as unknown as GameInfo
const mixed = { options: { riddance: [20, 10, 26], jokers: [4, 3], move_seconds: [30, '0 to 600'] } } as unknown as GameInfo

test('what is chosen is kept for the next game, where it has it', () => {
  const choices = new Choices('duel', false)
  expect(choices.optionsOf(modern)).toEqual({ riddance: 20, packs: 2, move_seconds: 45 })
  choices.choose('riddance', 10)
  choices.choose('move_seconds', 90)
  expect(choices.optionsOf(mixed)).toEqual({ riddance: 10, jokers: 4, move_seconds: 90 })
  choices.choose('riddance', 5)
  choices.choose('move_seconds', 900)
  expect(choices.optionsOf(mixed)).toEqual({ riddance: 20, jokers: 4, move_seconds: 30 })
  expect(choices.optionsOf(modern)).toEqual({ riddance: 5, packs: 2, move_seconds: 900 })
})

test('a room has the seats that were chosen, as far as the game has them, or the usual ones', () => {
  const [race, demon, three] = [{ kind: 'race', fewest: 1 }, { kind: 'shared', fewest: 2, most: 8 }, { kind: 'shared', fewest: 3, most: 4 }] as const
  const choices = new Choices('shared', false)
  expect([race, demon, three].map((game) => choices.seatsOf(game))).toEqual([8, 8, 4])
  choices.opponent = 'easy'
  expect([race, demon, three].map((game) => choices.seatsOf(game))).toEqual([8, 4, 4])
  expect([choices.botOf(race), choices.botOf(demon)]).toEqual([undefined, 'easy'])
  choices.seats = 2
  expect([race, demon, three].map((game) => choices.seatsOf(game))).toEqual([2, 2, 3])
  choices.seats = 16
  expect([race, demon, three].map((game) => choices.seatsOf(game))).toEqual([16, 8, 4])
  expect(choices.seatsOf(three, 4)).toBe(4)
  expect(choices.seatsOf({ kind: 'duel', fewest: 2, most: 2 })).toBe(2)
})

test('who takes the only seat waits for nobody', () => {
  const [race, demon] = [{ kind: 'race' }, { kind: 'shared' }] as const
  const choices = new Choices('race', false)
  expect([1, 2].map((seats) => choices.companyOf(race, seats))).toEqual([{ alone: true }, {}])
  choices.opponent = 'good'
  expect(choices.companyOf(race, 1)).toEqual({ alone: true })
  expect(choices.companyOf(demon, 4)).toEqual({ bots: 3, level: 'good' })
})

test('a deal is winnable where one is found soon, unless another is chosen, and in a duel it is fresh', () => {
  const choices = new Choices('race', false)
  expect(choices.dealOf({ kind: 'race', winnable: true })).toBe('winnable')
  expect(choices.dealOf({ kind: 'race', winnable: false })).toBe('fresh')
  choices.deal = 'numbered'
  expect(choices.dealOf({ kind: 'race', winnable: true })).toBe('numbered')
  expect(choices.dealOf({ kind: 'duel', winnable: false })).toBe('fresh')
})

test('a number of the world is chosen where the game has such numbers', () => {
  const choices = new Choices('race', false)
  const cells = { kind: 'race', winnable: true, numberings: ['microsoft', 'pysol'] } as unknown as GameInfo
  choices.chooseDeal('pysol')
  expect([choices.dealOf(cells), choices.numberingOf(cells)]).toEqual(['numbered', 'pysol'])
  expect(choices.numberingOf({ numberings: [] })).toBe('cadogan')
  choices.chooseDeal('numbered')
  expect([choices.dealOf(cells), choices.numberingOf(cells)]).toEqual(['numbered', 'cadogan'])
  choices.chooseDeal('fresh')
  expect(choices.dealOf(cells)).toBe('fresh')
})

test('a link names a deal', () => {
  const cells = { numberings: ['microsoft', 'pysol'] } as unknown as GameInfo
  const none = { numberings: [] } as unknown as GameInfo
  expect(dealOfQuery('?deal=617', cells)).toEqual({ numbering: 'microsoft', number: 617 })
  expect(dealOfQuery('?deal=pysol-50000', cells)).toEqual({ numbering: 'pysol', number: 50000 })
  expect(dealOfQuery('?deal=617', none)).toEqual({ numbering: 'cadogan', number: 617 })
  for (const bad of ['', '?deal=', '?deal=0', '?deal=-1', '?deal=many', '?deal=2147483648', '?deal=windows-5']) expect(dealOfQuery(bad, cells)).toBeUndefined()
  expect(dealOfQuery('?deal=pysol-5', none)).toBeUndefined()
})

test('a series is mixed, or names a game for each race, the own one first', () => {
  const choices = new Choices('race', false)
  expect(choices.seriesOf('cover', 'fresh')).toEqual({})
  choices.races = 3
  expect(choices.seriesOf('cover', 'fresh')).toEqual({ races: 3 })
  expect(choices.seriesOf('cover', 'numbered')).toEqual({})
  choices.mixed = false
  choices.chooseGame(2, 'clock')
  expect(choices.seriesOf('cover', 'winnable')).toEqual({ races: 3, games: 'cover clock cover' })
})
