/** What a result of a day is called. */

import { t } from '../i18n/index.svelte'
import { exactText } from '../time'
import type { DayContest, DayDone, DayRow } from '../wire/types'

/** How somebody did: the time of a game that came out, a duel's points, else the cards. */
export function doneText(done: DayDone | DayRow, { kind, progress_max: max }: Pick<DayContest, 'kind' | 'progress_max'>): string {
  if (kind === 'duel') return done.won ? t('duel.points', { n: done.score ?? 0 }) : t('results.cards', { n: done.progress, max })
  return done.won && done.time !== undefined ? exactText(done.time) : t('results.cards', { n: done.progress, max })
}
