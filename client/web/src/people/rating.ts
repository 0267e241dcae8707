/** Ratings in words: rounded, with a mark where they say little yet. */

import { t } from '../i18n/index.svelte'
import type { Rating } from '../wire/types'

/** A rating as it stands on a plate or in a table: `1582`, and `1582?` as long as it is provisional. */
export function ratingText(rating: Rating): string {
  return `${rating.value}${rating.provisional ? '?' : ''}`
}

/** What a game has changed, with its sign: `+24`, `−7`, `±0`. */
export function changeText(change: number): string {
  if (change === 0) return '±0'
  return change > 0 ? `+${change}` : `−${-change}`
}

/** All that there is to say of a rating, for a tooltip and for who hears the page. */
export function ratingWords(rating: Rating): string {
  const words = t('rating.words', { value: rating.value, uncertainty: rating.uncertainty })
  return rating.provisional ? `${words}; ${t('rating.provisional', { n: rating.games })}` : words
}
