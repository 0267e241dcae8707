/** The room whose link this player followed too late to play. Until the page is closed the group's next game is open to the player as well. */

import { said } from '../i18n/late/late'
import { KINDS } from '../kinds/registry'
import type { RoomState } from '../wire/types'
import { notices } from './notices.svelte'

export const latecomer = { code: '' }

/** Note that the player has come too late to play in a room in this state, and say so. */
export function comeLate(code: string, state: RoomState | undefined): void {
  latecomer.code = code
  notices.show(said(state && hasPlaceNext(state) ? 'room.late.next' : 'room.late'))
}

/** True if the game after this one has a seat for somebody who came too late for this one. It has the options of this one. */
export function hasPlaceNext({ kind, rules, seats, contest, ghosts, races, locked }: Pick<RoomState, 'kind' | 'rules' | 'seats' | 'contest' | 'ghosts' | 'races' | 'locked'>): boolean {
  return (KINDS[kind].seats ?? rules.seats) > seats.length && !locked && !rules.tournament && !contest && !ghosts?.length && !races
}
