/** Moments of a tournament as people read and write them. Pure. */

import { clockText } from '../base/time'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A moment in the time of the reader's place: the time alone where it is today, else with the day. */
export function momentText(at: number, now: number, locale: string): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  const day: Intl.DateTimeFormatOptions = isToday ? {} : { weekday: 'short', day: 'numeric', month: 'short' }
  return new Intl.DateTimeFormat(locale, { ...day, hour: 'numeric', minute: '2-digit' }).format(at)
}

/** The time until a moment: below an hour a clock, `12:05`, then whole hours and minutes, from a day on days and hours. */
export function leftText(milliseconds: number, tag: string): string {
  if (milliseconds < HOUR) return clockText(Math.max(0, milliseconds) + 999)
  const isLong = milliseconds >= DAY
  const [whole, part, names] = isLong ? [DAY, HOUR, ['day', 'hour']] : [HOUR, MINUTE, ['hour', 'minute']]
  const numbers = [Math.floor(milliseconds / whole), Math.floor((milliseconds % whole) / part)]
  const unit = (value: number, i: number) => new Intl.NumberFormat(tag, { style: 'unit', unit: names[i], unitDisplay: isLong ? 'long' : 'short' }).format(value)
  return numbers.flatMap((value, i) => (i && !value ? [] : unit(value, i))).join(isLong ? ', ' : ' ')
}

/** A moment as the value of a field for date and time, in the time of the reader's place. */
export function fieldOf(at: number): string {
  const date = new Date(at)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The moment that is the value of such a field; undefined if it is none. */
export function momentOf(field: string): number | undefined {
  const at = field ? new Date(field).getTime() : NaN
  return Number.isNaN(at) ? undefined : at
}

/** The next full half hour that is at least ten minutes away: the start that is proposed. */
export function soonOf(now: number): number {
  return Math.ceil((now + 10 * MINUTE) / (30 * MINUTE)) * 30 * MINUTE
}
