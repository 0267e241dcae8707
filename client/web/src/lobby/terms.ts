/** What the options of a room mean for those who play and watch there. */

import { t } from '../i18n/index.svelte'
import { KINDS } from '../kinds/registry'
import type { RoomOptions, RoomState } from '../wire/types'

type KindName = RoomState['kind']
type Watching = Pick<RoomOptions, 'spectators' | 'delay'>

/** Seats that can still be taken. Where the kind of a room says how many there are, its options don't. */
export function freeSeats({ kind, rules, seats }: Pick<RoomState, 'kind' | 'rules' | 'seats'>): number {
  return (KINDS[kind].seats ?? rules.seats) - seats.length
}

/** Whether whoever looks on could help a racer, so that the race is not rated. `limit` is the race's in seconds, 0: none. */
export function isSpied(kind: KindName, { spectators, delay }: Watching, limit: number): boolean {
  if (!KINDS[kind].ownBoards) return false
  return spectators === 'live' || (spectators === 'delayed' && (limit === 0 || delay <= limit))
}

/** A way of watching in a word or two. Where no hand is ever shown, `live` is no other than `fair`. */
export function watchName(kind: KindName, spectators: RoomOptions['spectators']): string {
  return KINDS[kind].hiddenHands && (spectators === 'fair' || spectators === 'live') ? t('spectators.open') : t(`spectators.${spectators}`)
}

/** What a way of watching means. */
export function watchText(kind: KindName, watching: Watching, limit: number): string {
  const { spectators, delay } = watching
  if (spectators === 'none') return t('spectators.none.text')
  const late = t('spectators.delayed.text', { n: delay })
  if (KINDS[kind].hiddenHands) return `${spectators === 'delayed' ? late : t('spectators.open.text')} ${t('spectators.hands')}`
  if (spectators === 'delayed') return isSpied(kind, watching, limit) ? `${late} ${t('spectators.delayed.unrated')}` : late
  return t(`spectators.${spectators}.text`)
}

/** What may be taken back, and why. */
export function undoText({ undo, rated }: Pick<RoomOptions, 'undo' | 'rated'>): string {
  return undo === 'covered' && rated ? t('undo.covered.rated') : t(`undo.${undo}.text`)
}
