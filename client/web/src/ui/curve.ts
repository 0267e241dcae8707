/** The axes of a curve over time. The library would draw years around a single point, and dates in English. */

import type { CurvePoint } from '../wire/types'

const DAY = 24 * 3600_000
/** The least difference of ratings that the curve shows from its lower to its upper edge. */
const LEAST_RISE = 100

/** The ranges that a curve shows: from one moment to another, in ms, and from one value to another. */
export interface Frame {
  readonly from: number
  readonly to: number
  readonly low: number
  readonly high: number
}

/** The frame of some points, at least one: a day and a hundred points of rating at least, with the curve in the middle. */
export function frameOf(points: readonly Pick<CurvePoint, 'at' | 'value'>[]): Frame {
  const [moments, values] = [points.map(({ at }) => at), points.map(({ value }) => value)]
  const [from, to] = around(Math.min(...moments), Math.max(...moments), DAY)
  const [low, high] = around(Math.min(...values), Math.max(...values), LEAST_RISE)
  return { from, to, low, high }
}

function around(low: number, high: number, least: number): [number, number] {
  const missing = Math.max(0, least - (high - low)) / 2
  return [low - missing, high + missing]
}

/** The form of the moments below a curve: the clock within two days, the day within half a year, else the month. */
export function momentFormat({ from, to }: Frame): Intl.DateTimeFormatOptions {
  if (to - from <= 2 * DAY) return { hour: 'numeric', minute: '2-digit' }
  return to - from <= 180 * DAY ? { day: 'numeric', month: 'short' } : { month: 'short', year: 'numeric' }
}
