/** Numbers and exact times as the language of the page writes them: `2:05.3` in English, `2:05,3` in German and French. */

import { clockText } from '../base/time'
import { language } from './index.svelte'

/** A number with so many digits after the decimal sign. */
export function decimalText(value: number, digits: number): string {
  return new Intl.NumberFormat(language.locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }).format(value)
}

/** Milliseconds with tenths, `2:05.3`, where a race is close. */
export function exactText(milliseconds: number): string {
  const tenths = Math.floor((milliseconds % 1000) / 100) / 10
  return clockText(milliseconds) + decimalText(tenths, 1).slice(1)
}

/** A racer's time from the start to the last card home; undefined if the race was not won. */
export function timeOf({ won, time }: { readonly won: boolean; readonly time?: number }): string | undefined {
  return won && time !== undefined ? exactText(time) : undefined
}
