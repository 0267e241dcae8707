/** The outcome of a series of races in a few words. */

import { language } from '../i18n/index.svelte'
import { said } from '../i18n/late/late'
import { listText } from '../base/text'
import { winnersOf } from '../room/races'
import type { SeriesLine } from '../wire/types'

/** The same for the person with the id `own`. */
export function seriesTitle(standings: readonly SeriesLine[], own: string | undefined): string {
  const winners = winnersOf(standings)
  const names = listText(winners.map(({ name }) => name), language.tag)
  if (!winners.length) return said('races.won.nobody')
  if (winners.length > 1) return said('races.won.level', { names })
  return winners[0]?.player !== undefined && winners[0].player === own ? said('races.won.you') : said('races.won', { names })
}
