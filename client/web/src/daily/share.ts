/** The text by which a player shares the result of a day's contest. It shows no card. */

import { language, t } from '../i18n/index.svelte'
import { said } from '../i18n/late/late'
import { CONTESTS } from '../kinds/registry'
import type { DayContest, DayRow } from '../wire/types'
import { dayText } from '../state/days'
import { doneText } from './words'

/** The number of squares of the progress bar. */
const SQUARES = 10

/** The progress of a run, as a row of squares. Only a run that came all the way fills the last one. */
export function squares(progress: number, max: number): string {
  const full = Math.floor((SQUARES * Math.min(Math.max(0, progress), max)) / Math.max(1, max))
  return '🟩'.repeat(full) + '⬜'.repeat(SQUARES - full)
}

/**
 * The result of a day as a text to send.
 *
 * @param day the day, as `2026-11-21`
 * @param title what the game is called
 * @param row the player's line on the board
 * @param streak for how many days in a row the player has played, this one included
 */
export function shareText(day: string, title: string, contest: Pick<DayContest, 'kind' | 'progress_max' | 'total'>, row: DayRow, streak: number): string {
  const date = dayText(day, language.locale)
  const what = t(CONTESTS[contest.kind].title)
  const place = contest.total > 1 ? said('day.rank.brief', { n: row.rank, of: contest.total }) : ''
  const last = [place, streak > 1 ? said('daily.days', { n: streak }) : ''].filter(Boolean).join(' · ')
  return [
    `Cadogan · ${what}, ${date}`,
    said('daily.line', { title, result: `${row.won ? '🏆 ' : ''}${doneText(row, contest)}` }),
    squares(row.progress, contest.progress_max),
    last,
  ]
    .filter(Boolean)
    .join('\n')
}

/** The address by which others race against a player's run of a day, once they may. */
export function beatPath(day: string, player: string): string {
  return `/daily/${day}?beat=${player}`
}
