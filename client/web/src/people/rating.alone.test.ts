import { expect, test, vi } from 'vitest'
import type { Rating } from '../wire/types'
import { changeText, ratingText, ratingWords } from './rating'

vi.mock('../i18n/index.svelte', () => ({ t: (key: string, values: object) => `${key} ${JSON.stringify(values)}` }))

const rating: Rating = { value: 1582, uncertainty: 66, games: 12, provisional: false }

test('a rating is marked as long as it says little', () => {
  expect(ratingText(rating)).toBe('1582')
  expect(ratingText({ ...rating, games: 3, provisional: true })).toBe('1582?')
})

test('a change has its sign', () => {
  expect([24, -7, 0].map(changeText)).toEqual(['+24', '−7', '±0'])
})

test('who hears the page is told how sure a rating is', () => {
  expect(ratingWords(rating)).toContain('66')
  expect(ratingWords({ ...rating, games: 3, provisional: true })).toContain('3')
})
