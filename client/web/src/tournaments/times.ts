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

/** The time until a moment: `12:05` or `3:12:05`, from a day on in whole days and hours. */
export function leftText(milliseconds: number, tag: string): string {
  if (milliseconds < DAY) return clockText(Math.max(0, milliseconds) + 999)
  const unit = (value: number, name: string) => new Intl.NumberFormat(tag, { style: 'unit', unit: name, unitDisplay: 'long' }).format(value)
  const [days, hours] = [Math.floor(milliseconds / DAY), Math.floor((milliseconds % DAY) / HOUR)]
  return hours ? `${unit(days, 'day')}, ${unit(hours, 'hour')}` : unit(days, 'day')
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
