/** What the options of a room mean for those who play and watch there. */

import { t } from '../i18n/index.svelte'
import type { RoomOptions, RoomState } from '../wire/types'

type Kind = RoomState['kind']
type Watching = Pick<RoomOptions, 'spectators' | 'delay'>

/** Seats that can still be taken. A duel has two, whatever its options say. */
export function freeSeats({ kind, rules, seats }: Pick<RoomState, 'kind' | 'rules' | 'seats'>): number {
  return (kind === 'duel' ? 2 : rules.seats) - seats.length
}

/** Whether whoever looks on could help a racer, so that the race is not rated. `limit` is the race's in seconds, 0: none. */
export function isSpied(kind: Kind, { spectators, delay }: Watching, limit: number): boolean {
  if (kind === 'duel') return false
  return spectators === 'live' || (spectators === 'delayed' && (limit === 0 || delay <= limit))
}

/** A way of watching in a word or two. In a duel no hand is ever shown, so that there `live` is no other than `fair`. */
export function watchName(kind: Kind, spectators: RoomOptions['spectators']): string {
  return kind === 'duel' && (spectators === 'fair' || spectators === 'live') ? t('spectators.open') : t(`spectators.${spectators}`)
}

/** What a way of watching means. */
export function watchText(kind: Kind, watching: Watching, limit: number): string {
  const { spectators, delay } = watching
  if (spectators === 'none') return t('spectators.none.text')
  const late = t('spectators.delayed.text', { n: delay })
  if (kind === 'duel') return `${spectators === 'delayed' ? late : t('spectators.open.text')} ${t('spectators.hands')}`
  if (spectators === 'delayed') return isSpied(kind, watching, limit) ? `${late} ${t('spectators.delayed.unrated')}` : late
  return t(`spectators.${spectators}.text`)
}

/** What may be taken back, and why. */
export function undoText({ undo, rated }: Pick<RoomOptions, 'undo' | 'rated'>): string {
  return undo === 'covered' && rated ? t('undo.covered.rated') : t(`undo.${undo}.text`)
}
