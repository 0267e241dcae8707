/** Announces the player or the partners who take the lead. */

import { t } from '../i18n/index.svelte'
import { said } from '../i18n/late/late'
import { hasPartners, isInRounds } from '../kinds/sides'
import type { RoomState } from '../wire/types'

/**
 * The sentence that somebody takes the lead, without a full stop. Of a match only the present round or game is meant, since its
 * points are counted when that is over. `names` are those of all partners of the side; without a name it is the reader.
 */
export function leadText({ match, options }: Pick<RoomState, 'match' | 'options'>, names: string | undefined): string {
  if (names === undefined) return match === undefined ? t('news.lead.you') : said(isInRounds(options) ? 'lead.round.you' : 'lead.game.you')
  if (hasPartners(options)) return said(match === undefined ? 'sides.lead' : 'lead.game.sides', { names })
  return match === undefined ? t('news.lead', { name: names }) : said(isInRounds(options) ? 'lead.round' : 'lead.game', { name: names })
}
