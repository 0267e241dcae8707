import { expect, it, vi } from 'vitest'
import { optionName, optionsText, valueName } from './options'

vi.mock('../i18n/index.svelte', () => ({ t: (key: string) => `[${key}]`, tr: (_: string, otherwise: string) => otherwise, language: { tag: 'en' } }))

it('tells what differs from the usual options', () => {
  expect(optionsText({})).toBe('[leaders.usual]')
  expect(optionsText({ draw: 3, returns: false, passes: 'unlimited' })).toBe('Draw: 3, Returns: [no], Passes: unlimited')
})

it('has a name for what the page does not know', () => {
  expect(optionName('odd_one')).toBe('Odd one')
  expect(valueName('odd_value')).toBe('odd value')
})
