import { expect, test, vi } from 'vitest'

vi.mock('../base/settings.svelte', () => ({ settings: { values: {} } }))
vi.stubGlobal('navigator', { languages: ['en'] })
vi.useFakeTimers()
const { notices } = await import('./notices.svelte')

test('of what is told about moves only the latest is shown, beside the rest', () => {
  notices.show('Ann takes the lead')
  notices.show('Not your turn', 'bad', 'move')
  notices.show('It fits nowhere', 'bad', 'move')
  expect(notices.list.map(({ text }) => text)).toEqual(['Ann takes the lead', 'It fits nowhere'])
  vi.runAllTimers()
  expect(notices.list).toEqual([])
})
