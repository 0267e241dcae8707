import { expect, test } from 'vitest'
import { titled } from './names'

const TITLES = new Map([
  ['nestor', 'Nestor'],
  ['spider_1', 'Spider, one suit'],
])

test('the ids of games in a text are shown as titles, in quotation marks if they have commas', () => {
  expect(titled('more than in `nestor`; `spider_1` is the better race', TITLES)).toBe('more than in Nestor; “Spider, one suit” is the better race')
  expect(titled('as `a_game_to_come`', TITLES)).toBe('as a_game_to_come')
})
