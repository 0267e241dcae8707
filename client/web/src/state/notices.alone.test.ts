import { expect, test, vi } from 'vitest'

vi.mock('../base/settings.svelte', () => ({ settings: { values: {} } }))
vi.stubGlobal('navigator', { languages: ['en'] })
vi.useFakeTimers()
const { notices, refusalText } = await import('./notices.svelte')
const { Refusal } = await import('../wire/connection.svelte')

test('of what is told about moves only the latest is shown, beside the rest', () => {
  notices.show('Ann takes the lead')
  notices.show('Not your turn', 'bad', 'move')
  notices.show('It fits nowhere', 'bad', 'move')
  expect(notices.list.map(({ text }) => text)).toEqual(['Ann takes the lead', 'It fits nowhere'])
  notices.settle('move')
  expect(notices.list.map(({ text }) => text)).toEqual(['Ann takes the lead'])
  vi.runAllTimers()
  expect(notices.list).toEqual([])
})

test('what was told before a dialog opened stays below it, and what is told in it outlasts it', () => {
  const [page, dialog] = [Symbol('page'), Symbol('dialog')]
  const texts = (place: symbol) => notices.shownAt(place).map(({ text }) => text)
  const leave = notices.place(page)
  notices.show('Taken back')
  const close = notices.place(dialog)
  notices.show('Link copied')
  expect([texts(page), texts(dialog)]).toEqual([['Taken back'], ['Link copied']])
  close()
  expect(texts(page)).toEqual(['Taken back', 'Link copied'])
  const later = Symbol('later dialog')
  const closeLater = notices.place(later)
  expect([texts(page), texts(later)]).toEqual([['Taken back', 'Link copied'], []])
  closeLater()
  leave()
  vi.runAllTimers()
})

test('what was said before a dialog opened is neither read in it nor said again afterwards', () => {
  const leave = notices.place(Symbol('page'))
  notices.say('Your turn')
  const close = notices.place(Symbol('dialog'))
  expect(notices.spoken).toBe('')
  close()
  leave()
})

test('a long wait is told in minutes, a very long one in hours', () => {
  const told = (wait: number) => refusalText(new Refusal('too_fast', 'too many', true, wait))
  expect(told(600)).toContain('10 minutes')
  expect(told(7201)).toContain('3 hours')
})
