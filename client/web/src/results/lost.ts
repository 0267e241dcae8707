/** Texts about games of a duel that were lost without being played out. */

import { t } from '../i18n/index.svelte'
import type { RoomState } from '../wire/types'

/** A sentence for each player who has resigned, was too late or has left. `me` is the reader's own seat, if any. */
export function lossTexts(room: RoomState, me: number | undefined): string[] {
  return room.seats.flatMap(({ seat, name, state }) => {
    if (state !== 'stood' && state !== 'late' && state !== 'left') return []
    return seat === me ? t(`duel.lost.${state}.you`) : t(`duel.lost.${state}`, { name })
  })
}
