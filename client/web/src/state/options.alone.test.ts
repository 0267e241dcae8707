import { expect, it, vi } from 'vitest'
import { optionName, optionsText, valueName } from './options'

vi.mock('../i18n/index.svelte', () => ({ t: (key: string) => `[${key}]`, tr: (key: string, otherwise: string) => ({ 'on_timeout.auto': 'the turn is ended', 'target.1': '1 (one round)' })[key] ?? otherwise, language: { tag: 'en' } }))

it('tells what differs from the usual options', () => {
  expect(optionsText({})).toBe('[leaders.usual]')
  expect(optionsText({ draw: 3, returns: false, passes: 'unlimited' })).toBe('Draw: 3, Returns: [no], Passes: unlimited')
})

it('has a name for what the page does not know', () => {
  expect(optionName('odd_one')).toBe('Odd one')
  expect(valueName('odd_value')).toBe('odd value')
})

it('says what a value does where one name has two meanings', () => {
  expect([valueName('auto', 'on_timeout'), valueName('auto', 'refill')]).toEqual(['the turn is ended', 'auto'])
  expect([valueName(1, 'target'), valueName(50, 'target'), valueName(1, 'turn')]).toEqual(['1 (one round)', '50', '1'])
})
