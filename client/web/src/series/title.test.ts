import { expect, test } from 'vitest'
import { seriesTitle } from './title'
import type { SeriesLine } from '../wire/types'

function line(name: string, rank: number, points: number, player?: string): SeriesLine {
  return { rank, name, points, races: 3, ...(player === undefined ? { bot: 'good' } : { player }) }
}

test('the title says who wins the series, if anybody does', () => {
  const bob = line('Bob', 2, 7, 'b')
  expect(seriesTitle([line('Ann', 1, 10, 'a'), bob], 'a')).toBe('You win the series')
  expect(seriesTitle([line('Ann', 1, 10, 'a'), bob], 'b')).toBe('Ann wins the series')
  expect(seriesTitle([line('Rook', 1, 10), bob], undefined)).toBe('Rook wins the series')
  expect(seriesTitle([line('Ann', 1, 10, 'a'), line('Bob', 1, 10, 'b')], 'a')).toBe('The series ends level: Ann and Bob')
  expect(seriesTitle([line('Ann', 1, 0, 'a'), line('Bob', 1, 0, 'b')], 'a')).toBe('The series is over')
})
