/** Ratings in words: rounded, with a mark while they are provisional. */

import { t } from '../i18n/index.svelte'
import type { Rating } from '../wire/types'

/** A rating as it stands on a plate or in a table: `1582`, and `1582?` as long as it is provisional. */
export function ratingText(rating: Rating): string {
  return `${rating.value}${rating.provisional ? '?' : ''}`
}

/** The change of a rating by a game, with its sign: `+24`, `−7`, `±0`. */
export function changeText(change: number): string {
  if (change === 0) return '±0'
  return change > 0 ? `+${change}` : `−${-change}`
}

/** A rating with all its figures, for tooltips and screen readers. */
export function ratingWords(rating: Rating): string {
  const words = t('rating.words', { value: rating.value, uncertainty: rating.uncertainty })
  return rating.provisional ? `${words}; ${t('rating.provisional', { n: rating.games })}` : words
}
