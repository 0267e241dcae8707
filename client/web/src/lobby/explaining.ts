/** Explains the options of a room to its players and spectators. */

import { said } from '../i18n/late/late'
import { KINDS } from '../kinds/registry'
import type { RoomOptions, RoomState } from '../wire/types'

type KindName = RoomState['kind']
type Watching = Pick<RoomOptions, 'spectators' | 'delay'>

/** True if spectators could help a racer, so that the race is not rated. `limit` is the time limit in seconds, 0: none. */
export function isSpied(kind: KindName, { spectators, delay }: Watching, limit: number): boolean {
  if (!KINDS[kind].ownBoards) return false
  return spectators === 'live' || (spectators === 'delayed' && (limit === 0 || delay <= limit))
}

/** The name of a choice for `spectators`. In kinds with hidden hands `live` is the same as `fair`. */
export function watchName(kind: KindName, spectators: RoomOptions['spectators']): string {
  return KINDS[kind].hiddenHands && (spectators === 'fair' || spectators === 'live') ? said('spectators.open') : said(`spectators.${spectators}`)
}

/** The explanation of a choice for `spectators`. */
export function watchText(kind: KindName, watching: Watching, limit: number): string {
  const { spectators, delay } = watching
  if (spectators === 'none') return said('spectators.none.text')
  const late = said('spectators.delayed.text', { n: delay })
  if (KINDS[kind].hiddenHands) return `${spectators === 'delayed' ? late : said('spectators.open.text')} ${said('spectators.hands')}`
  if (spectators === 'delayed') return isSpied(kind, watching, limit) ? `${late} ${said('spectators.delayed.unrated')}` : late
  return said(`spectators.${spectators}.text`)
}

/** The explanation of the choice for `undo`. */
export function undoText({ undo, rated }: Pick<RoomOptions, 'undo' | 'rated'>): string {
  return undo === 'covered' && rated ? said('undo.covered.rated') : said(`undo.${undo}.text`)
}
