/** Says why a finished game is not on the public boards, and on which it is instead. */

import { t } from '../i18n/index.svelte'
import { said } from '../i18n/late/late'
import type { ResultRow } from '../wire/types'

/** The reasons `why_not` with which a won game counts on the boards for people who play alone or at home. */
const SOLO: readonly string[] = ['alone', 'bots', 'same_place', 'idle']

/** "Not counted on the boards “Against others”: you played alone. It counts on the boards “Alone or at home”." */
export function uncountedText(won: boolean, why: NonNullable<ResultRow['why_not']>): string {
  if (why === 'called_off') return said('results.called_off')
  const isSolo = SOLO.includes(why)
  const text = said(isSolo ? 'results.uncounted.public' : 'results.uncounted', { why: t(`why.${why}`) })
  return won && isSolo ? `${text} ${said('results.solo')}` : text
}
