import { expect, it } from 'vitest'
import { leadText } from './leading'

it('the lead in a match is told as that of its round or game', () => {
  const demon = { options: { demon: 13, target: 100 }, match: [94, 63] }
  expect(leadText(demon, 'Blanche')).toBe('Blanche now has the most cards home in this round')
  expect(leadText(demon, undefined)).toBe('You now have the most cards home in this round')
  expect(leadText({ options: {}, match: [5, 0] }, 'Bob')).toBe('Bob leads this game')
  expect(leadText({ options: { partners: true }, match: [5, 0, 5, 0] }, 'Bob and Eve')).toBe('Bob and Eve lead this game')
})

it('the lead in a single game is told without a word more', () => {
  expect(leadText({ options: {} }, 'Bob')).toBe('Bob takes the lead')
  expect(leadText({ options: {} }, undefined)).toBe('You take the lead')
  expect(leadText({ options: { partners: true } }, 'Bob and Eve')).toBe('Bob and Eve take the lead')
})
