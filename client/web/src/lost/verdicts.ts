/** The solver's verdicts on a board, over the time of its replay. Pure. */

import type { AnalysedBoard, AnalysisSpan, Millis, ReplayBoard } from '../wire/types'

export type Verdict = AnalysisSpan['verdict']

/** A stretch of time in which a board has one verdict. */
export interface Stretch {
  readonly from: Millis
  readonly to: Millis
  readonly verdict: Verdict
}

/** The moment at which a position is reached: 0 is the deal. */
export function momentOf({ steps }: ReplayBoard, position: number): Millis {
  return position > 0 ? (steps[Math.min(position, steps.length) - 1]?.[0] ?? 0) : 0
}

/** The stretches of a board up to `length`, in order; those in which no time passes are left out. */
export function stretchesOf(board: ReplayBoard, spans: readonly AnalysisSpan[], length: Millis): Stretch[] {
  return spans
    .map(({ first, last, verdict }) => ({ from: momentOf(board, first), to: last < board.steps.length ? momentOf(board, last + 1) : length, verdict }))
    .filter(({ from, to }) => to > from)
}

/** The verdict on a position; undefined where it is on none. */
export function verdictAt(spans: readonly AnalysisSpan[], position: number): Verdict | undefined {
  return spans.find(({ first, last }) => first <= position && position <= last)?.verdict
}

/**
 * The end of a board: `turned`: at the turning point; `open`: it can still be won at its end, which the racer has
 * not reached; `won`: the racer has won; `hopeless`: it could not be won from the deal on; `unknown`: nothing of it is proved.
 */
export type Course = 'turned' | 'open' | 'won' | 'hopeless' | 'unknown'

/** The end of a board; `won`: the racer has won. */
export function courseOf({ spans, turning }: AnalysedBoard, won: boolean): Course {
  if (won) return 'won'
  if (turning) return 'turned'
  if (spans.at(-1)?.verdict === 'won') return 'open'
  return spans[0]?.verdict === 'lost' ? 'hopeless' : 'unknown'
}

/** The position from which playing on is worth most: the last one that is proved won. */
export function bestPosition({ line_from, turning }: AnalysedBoard): number | undefined {
  return line_from ?? turning?.position
}
