import { describe, expect, it } from 'vitest'
import type { AnalysedBoard, TableLayout } from '../wire/types'
import { courseText } from './words'

const board = { seat: 0, spans: [], line: [], turning: { position: 1, at: 61_000, lost: true } } as unknown as AnalysedBoard

describe('the sentence about a lost race', () => {
  it('says so where nothing is proved of what came after', () => {
    const said = (lost: boolean) => courseText({ ...board, turning: { position: 1, at: 61_000, lost } }, false, [], {} as TableLayout)
    expect(said(true)).toBe('It could be won until 1:01.')
    expect(said(false)).toBe('It could be won until 1:01. Whether it was lost after that is not proved.')
  })
})
