/** Computes days and months for the calendar. Pure. */

import type { CalendarDay, DayStreak } from '../wire/types'

/** Noon (UTC) of a day such as `2026-11-21`, to be formatted in UTC. */
export function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`)
}

/** A day such as `2026-11-21` as people of a locale write it: "21 November 2026". */
export function dayText(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'long' }).format(noonOf(day))
}

/** The day that is `days` days after another. */
export function dayAfter(day: string, days: number): string {
  const date = noonOf(day)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The month that is `months` months after another, both as `2026-11`. */
export function monthAfter(month: string, months: number): string {
  const date = noonOf(`${month}-01`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 7)
}

/** Countries that speak the page's languages and begin their weeks on Sunday, for browsers that don't say so themselves. */
const SUNDAY_FIRST = /^en$|-(AU|CA|IN|US|ZA)$/

type WithWeeks = Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } }

/** The weekday on which people of a locale begin their weeks: 0 is Sunday, 1 is Monday. */
export function firstWeekday(locale: string): number {
  const known: WithWeeks = new Intl.Locale(locale)
  const week = known.getWeekInfo?.() ?? known.weekInfo
  return week ? week.firstDay % 7 : SUNDAY_FIRST.test(locale) ? 0 : 1
}

/** The seven days of a week that begins on this weekday, to be formatted in UTC. */
export function weekFrom(first: number): Date[] {
  const sunday = '2026-11-01'
  return Array.from({ length: 7 }, (_, i) => noonOf(dayAfter(sunday, first + i)))
}

/** The days of a month in weeks that begin on this weekday; undefined for days of other months. */
export function weeksOf(days: readonly CalendarDay[], first: number): (CalendarDay | undefined)[][] {
  const [begin] = days
  if (!begin) return []
  const before = (noonOf(begin.day).getUTCDay() - first + 7) % 7
  const cells = [...Array<undefined>(before).fill(undefined), ...days]
  while (cells.length % 7) cells.push(undefined)
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(7 * week, 7 * week + 7))
}

/** The streak of a contest. */
export function streakOf(streaks: readonly DayStreak[], kind: DayStreak['kind']): DayStreak | undefined {
  return streaks.find((one) => one.kind === kind)
}
