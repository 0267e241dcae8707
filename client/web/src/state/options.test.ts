import { expect, it } from 'vitest'
import { optionName, optionsText, valueName } from './options'

it('tells what differs from the usual options', () => {
  expect(optionsText({})).toBe('Usual options')
  expect(optionsText({ draw: 3, returns: false, passes: 'unlimited' })).toBe('Cards turned at a time: 3, Cards may come back from the foundations: no, Times through the stock: unlimited')
})

it('has the words that the tools of a table use too', () => {
  expect(optionName('redeals')).toBe('Redeals')
})

it('has a name for what the page does not know', () => {
  expect(optionName('odd_one')).toBe('Odd one')
  expect(valueName('odd_value')).toBe('odd value')
})

it('says what a value does where one name has two meanings', () => {
  expect([valueName('auto', 'on_timeout'), valueName('auto', 'refill')]).toEqual(['the turn is ended', 'by itself'])
  expect([valueName(1, 'target'), valueName(50, 'target'), valueName(1, 'turn')]).toEqual(['1 (one round)', '50', '1'])
})
