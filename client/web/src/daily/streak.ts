/** The player's days in a row, in words. */

import { said } from '../i18n/late/late'
import type { DayStreak } from '../wire/types'

/** The player's days in a row, as a text. A row that has ended is not forgotten. */
export function streakText({ played, longest_played }: Pick<DayStreak, 'played' | 'longest_played'>): string {
  if (played) return said('daily.days', { n: played })
  return longest_played ? said('daily.streak.over', { n: longest_played }) : said('daily.streak.none')
}
