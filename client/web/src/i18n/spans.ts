/** Spans of days and hours as people read them. */

import { language } from './index.svelte'

const HOUR = 3_600_000

function unit(n: number, name: 'day' | 'hour' | 'minute'): string {
  return new Intl.NumberFormat(language.locale, { style: 'unit', unit: name, unitDisplay: name === 'day' ? 'long' : 'short' }).format(n)
}

/** Milliseconds as `2 days 5 hrs`, `5 hr` or `12 min`. */
export function spanText(milliseconds: number): string {
  const hours = Math.floor(Math.max(0, milliseconds) / HOUR)
  if (hours < 1) return unit(Math.floor(Math.max(0, milliseconds) / 60_000), 'minute')
  if (hours < 24) return unit(hours, 'hour')
  const days = unit(Math.floor(hours / 24), 'day')
  return hours % 24 ? `${days} ${unit(hours % 24, 'hour')}` : days
}
