import { expect, test } from 'vitest'
import type { ChatLine } from '../wire/types'
import { ChatLines } from './chat.svelte'

function line(number: number, text = `line ${number}`): ChatLine {
  return { number, at: 0, seat: 0, player: 'anna', name: 'Anna', text }
}

test('lines that were told before are passed over', () => {
  const chat = new ChatLines()
  expect(chat.take([line(1), line(2)]).length).toBe(2)
  expect(chat.take([line(1), line(2), line(3)]).map(({ number }) => number)).toEqual([3])
  expect(chat.lines.map(({ number }) => number)).toEqual([1, 2, 3])
})

test('lines are unseen until a panel shows them', () => {
  const chat = new ChatLines()
  chat.take([line(1), line(2)])
  expect(chat.unseen.length).toBe(2)
  const close = chat.show()
  chat.take([line(3)])
  expect(chat.unseen.length).toBe(0)
  close()
  chat.take([line(4)])
  expect(chat.unseen.map(({ number }) => number)).toEqual([4])
})

test('the lines of an evening stay in sight in the following room', () => {
  const before = new ChatLines()
  before.take([line(7), line(8)])
  before.show()()
  const after = new ChatLines()
  after.take([line(0)])
  after.goOn(before)
  expect(after.lines.map(({ number }) => number)).toEqual([7, 8, 0])
  expect(after.unseen.map(({ number }) => number)).toEqual([0])
  expect(after.take([line(1)]).length).toBe(1)
})

test('only so many lines are kept, and the unseen ones are counted', () => {
  const chat = new ChatLines()
  for (let number = 0; number < 300; number++) chat.take([line(number)])
  expect([chat.lines.length, chat.unseen.length]).toEqual([200, 200])
})
