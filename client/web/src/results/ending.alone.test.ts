import { expect, test, vi } from 'vitest'
import type { HistoryPlayer, HistoryRow, ResultRow, RoomState, Seat } from '../wire/types'
import { endTexts, headlineText, isOff, lossTexts, pastText } from './ending'

vi.mock('../base/settings.svelte', () => ({ settings: { values: {} } }))
vi.mock('../state/catalogue.svelte', () => ({ catalogue: {} }))
vi.stubGlobal('navigator', { languages: ['en-GB'] })

const row = (seat: number, rank: number, won = false) => ({ seat, rank, won, progress: 1, name: 'Ann Bob Cid Dan'.split(' ')[seat] }) as ResultRow
const late = { seat: 0, name: 'Ann', state: 'late' } as Seat
const bots = [1, 2].map((seat) => ({ seat, name: 'Bob', bot: 'easy', state: 'finished' }) as Seat)
const over = (seats: Seat[], ...rows: ResultRow[]) => ({ kind: 'shared', options: {}, seats, results: { rows } }) as unknown as RoomState

test('whoever was too late against bots has lost, and it is no draw', () => {
  const state = over([late, ...bots], row(1, 1), row(2, 1), row(0, 3))
  expect(isOff(state)).toBe(true)
  expect([0, undefined].map((own) => headlineText(state, own))).toEqual(['You have lost', 'The game was broken off'])
  expect(endTexts(state, 0)).toEqual(['Your time ran out.', 'Only bots were left, so the game ended there.'])
})

test('all are told who has lost early: that player, the other, and spectators', () => {
  const told = (state: string, ...readers: (number | undefined)[]) => readers.map((own) => lossTexts(over([{ ...late, state } as Seat]), own).join())
  expect(told('late', 0, 1, undefined)).toEqual(['Your time ran out.', 'Ann’s time ran out.', 'Ann’s time ran out.'])
  expect(told('stood', 0, 1, undefined)).toEqual(['You resigned.', 'Ann resigned.', 'Ann resigned.'])
  expect(told('left', 0, 1)).toEqual(['You left the table.', 'Ann left the table.'])
  expect(told('finished', 0, 1)).toEqual(['', ''])
})

test('a game that people finished has its winner or is a draw', () => {
  const seats = [{ ...late, state: 'finished' } as Seat, ...bots]
  expect(headlineText(over(seats, row(1, 1, true), row(2, 2), row(0, 3)), 0)).toBe('Bob wins')
  const level = over(seats, row(1, 1), row(0, 1), row(2, 3))
  expect([0, 2, undefined].map((own) => headlineText(level, own))).toEqual(['The match is a draw', 'Place 3 of 3', 'The match is a draw'])
  expect(endTexts(level, 0)).toEqual([])
})

test('the history says that a side has lost, and gives no place of four', () => {
  const other = (rank: number, partner = false) => ({ name: 'Bob', player: 'b', rank, partner }) as HistoryPlayer
  const past = (rank: number, won: boolean, ...others: HistoryPlayer[]) => ({ kind: 'shared', options: { partners: true }, rank, of: 2, won, others }) as unknown as HistoryRow
  expect(pastText(past(2, false, other(1), other(1), other(2, true)))).toBe('Your side lost')
  expect(pastText(past(1, true, other(1, true), other(2), other(2)))).toBe('Your side won')
  expect(pastText(past(1, false, other(1, true), other(1), other(1)))).toBe('The match is a draw')
  expect(pastText({ ...past(3, false, other(1, true), other(2), other(2)), of: 3 })).toBe('Place 3 of 3')
  expect(pastText({ ...past(2, false, other(1), other(3)), of: 3, options: {} })).toBe('Place 2 of 3')
})
