/** Explains the options of a room to its players and spectators. */

import { t } from '../i18n/index.svelte'
import { KINDS } from '../kinds/registry'
import type { RoomOptions, RoomState } from '../wire/types'

type KindName = RoomState['kind']
/** The options about the time for each action. */
const ABOUT_SECONDS = ['move_seconds', 'on_timeout', 'max_timeouts']

type Watching = Pick<RoomOptions, 'spectators' | 'delay'>

/** The number of free seats. It depends on the kind of the room, or on its options if the kind has no fixed number. */
export function freeSeats({ kind, rules, seats }: Pick<RoomState, 'kind' | 'rules' | 'seats'>): number {
  return (KINDS[kind].seats ?? rules.seats) - seats.length
}

/** The options that change anything. Without a clock for each action it does not matter what happens when one is late. */
export function chosenOptions(options: RoomState['options']): [string, RoomState['options'][string]][] {
  const isTimed = Boolean(options.move_seconds)
  return Object.entries(options).filter(([name]) => isTimed || !ABOUT_SECONDS.includes(name))
}

/** True if the game began without somebody who wants to play in it: as a spectator the player sees it run, or the last attempt to come back was refused. */
export function isTooLate(state: Pick<RoomState, 'phase'> | undefined, role: 'player' | 'spectator', refusal: string | undefined): boolean {
  return refusal === 'wrong_phase' || (state !== undefined && role === 'spectator' && state.phase !== 'lobby')
}

/** True if spectators could help a racer, so that the race is not rated. `limit` is the time limit in seconds, 0: none. */
export function isSpied(kind: KindName, { spectators, delay }: Watching, limit: number): boolean {
  if (!KINDS[kind].ownBoards) return false
  return spectators === 'live' || (spectators === 'delayed' && (limit === 0 || delay <= limit))
}

/** The name of a choice for `spectators`. In kinds with hidden hands `live` is the same as `fair`. */
export function watchName(kind: KindName, spectators: RoomOptions['spectators']): string {
  return KINDS[kind].hiddenHands && (spectators === 'fair' || spectators === 'live') ? t('spectators.open') : t(`spectators.${spectators}`)
}

/** The explanation of a choice for `spectators`. */
export function watchText(kind: KindName, watching: Watching, limit: number): string {
  const { spectators, delay } = watching
  if (spectators === 'none') return t('spectators.none.text')
  const late = t('spectators.delayed.text', { n: delay })
  if (KINDS[kind].hiddenHands) return `${spectators === 'delayed' ? late : t('spectators.open.text')} ${t('spectators.hands')}`
  if (spectators === 'delayed') return isSpied(kind, watching, limit) ? `${late} ${t('spectators.delayed.unrated')}` : late
  return t(`spectators.${spectators}.text`)
}

/** The explanation of the choice for `undo`. */
export function undoText({ undo, rated }: Pick<RoomOptions, 'undo' | 'rated'>): string {
  return undo === 'covered' && rated ? t('undo.covered.rated') : t(`undo.${undo}.text`)
}
