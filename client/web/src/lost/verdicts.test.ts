import { describe, expect, it } from 'vitest'
import type { AnalysedBoard, AnalysisSpan, ReplayBoard } from '../wire/types'
import { bestPosition, courseOf, momentOf, stretchesOf, verdictAt } from './verdicts'

/** Steps at 1, 2, 2 and 5 seconds. */
const board = { seat: 0, name: 'Ann', start: { piles: [], counters: [] }, steps: [1000, 2000, 2000, 5000].map((at) => [at, []]) } as ReplayBoard
const spans: AnalysisSpan[] = [
  { first: 0, last: 1, verdict: 'won' },
  { first: 2, last: 2, verdict: 'unknown' },
  { first: 3, last: 4, verdict: 'lost' },
]
const analysed = { seat: 0, spans, turning: { position: 1, at: 2000, lost: false }, line_from: 1, line: [] } as AnalysedBoard

describe('the verdicts on a board', () => {
  it('begin with the step that leads to their first position, and last until the next begins', () => {
    expect([0, 1, 2, 4, 9].map((position) => momentOf(board, position))).toEqual([0, 1000, 2000, 5000, 5000])
    // Position 2 is left in the same moment in which it is reached.
    expect(stretchesOf(board, spans, 8000)).toEqual([
      { from: 0, to: 2000, verdict: 'won' },
      { from: 2000, to: 8000, verdict: 'lost' },
    ])
    expect(stretchesOf({ ...board, steps: [] }, [{ first: 0, last: 0, verdict: 'won' }], 700)).toEqual([{ from: 0, to: 700, verdict: 'won' }])
  })

  it('are told of each position', () => {
    expect([0, 1, 2, 3, 4, 5].map((position) => verdictAt(spans, position))).toEqual(['won', 'won', 'unknown', 'lost', 'lost', undefined])
  })

  it('say how the board came to its end', () => {
    const { turning: _, ...without } = analysed
    const of = (...verdicts: AnalysisSpan['verdict'][]) => ({ ...without, spans: verdicts.map((verdict, i) => ({ first: i, last: i, verdict })) })
    expect(courseOf(analysed, false)).toBe('turned')
    expect(courseOf(analysed, true)).toBe('won')
    expect(courseOf(of('unknown', 'won'), false)).toBe('open')
    expect(courseOf(of('lost'), false)).toBe('hopeless')
    expect(courseOf(of('unknown', 'lost'), false)).toBe('unknown')
    expect(bestPosition(analysed)).toBe(1)
    expect(bestPosition({ ...without, line_from: 3 })).toBe(3)
  })
})
