/** Says why a finished game is not on the public boards, and on which it is instead. */

import { said } from '../i18n/late/late'
import { boardIn, pathOfBoard, type Metric } from '../kinds/boardaddress'
import type { ResultRow } from '../wire/types'

/** The reasons `why_not` with which a won game counts on the boards for people who play alone or at home. */
const SOLO: readonly string[] = ['alone', 'bots', 'same_place', 'idle']

/** True if a result counts on the boards for people who play alone or at home. */
export function isSolo({ won, why_not: why }: Pick<ResultRow, 'won' | 'why_not'>): boolean {
  return won && why !== undefined && SOLO.includes(why)
}

/** The address of the board on which a result is, or would be: the first board for people who play alone, or the board of a game's first places. */
export function boardOf(game: string, solo: readonly Metric[], mine: Pick<ResultRow, 'won' | 'why_not'> | undefined): string {
  return pathOfBoard(game, { ...boardIn(''), metric: mine && isSolo(mine) ? (solo[0] ?? 'wins') : 'wins' })
}

/** "Not counted on the boards “Against others”: you played alone. It counts on the boards “Alone or at home”." */
export function uncountedText(won: boolean, why: NonNullable<ResultRow['why_not']>): string {
  if (why === 'called_off') return said('results.called_off')
  if (why === 'elsewhere') return said('results.uncounted', { why: said('results.elsewhere') })
  const text = said(SOLO.includes(why) ? 'results.uncounted.public' : 'results.uncounted', { why: said(`why.${why}`) })
  return isSolo({ won, why_not: why }) ? `${text} ${said('results.solo')}` : text
}
