import { describe, expect, it, test } from 'vitest'
import type { AnalysedBoard, RoomState, TableLayout } from '../wire/types'
import { courseText, panelTitle } from './words'

const board = { seat: 0, spans: [], line: [], turning: { position: 1, at: 61_000, lost: true } } as unknown as AnalysedBoard

describe('the sentence about a lost race', () => {
  it('says so where nothing is proved of what came after', () => {
    const said = (lost: boolean) => courseText({ ...board, turning: { position: 1, at: 61_000, lost } }, false, [], {} as TableLayout)
    expect(said(true)).toBe('It could be won until 1:01.')
    expect(said(false)).toBe('It could be won until 1:01. Whether it was lost after that is not proved.')
  })

  it('says from which move on the loss is proved', () => {
    const said = (first: number) =>
      courseText({ ...board, spans: [{ first, last: 9, verdict: 'lost' }], turning: { position: 1, at: 61_000, lost: false } } as unknown as AnalysedBoard, false, [], {} as TableLayout)
    expect(said(2)).toBe('It could be won until 1:01. It was lost for certain 1 move later.')
    expect(said(5)).toBe('It could be won until 1:01. It was lost for certain 4 moves later.')
  })
})

test('the panel about a board that was won does not ask where it was lost', () => {
  const room = { seats: [{ seat: 0, state: 'finished' }, { seat: 1, state: 'stuck' }] } as RoomState
  expect([0, 1, undefined].map((seat) => panelTitle(room, seat))).toEqual(['Move by move', 'Where it was lost', 'Where it was lost'])
})
