/** Reads the terms of a room: its seats, its options, whether it is too late to join. */

import { KINDS } from '../kinds/registry'
import type { RoomState } from '../wire/types'

/** The options about the time for each action. */
const ABOUT_SECONDS = ['move_seconds', 'on_timeout', 'max_timeouts']

/** The number of free seats. It depends on the kind of the room, or on its options if the kind has no fixed number. */
export function freeSeats({ kind, rules, seats }: Pick<RoomState, 'kind' | 'rules' | 'seats'>): number {
  return (KINDS[kind].seats ?? rules.seats) - seats.length
}

/** True if a room in its lobby takes another player. */
export function mayJoin(state: Pick<RoomState, 'kind' | 'rules' | 'seats' | 'phase' | 'locked'>): boolean {
  return state.phase === 'lobby' && !state.locked && freeSeats(state) > 0
}

/** The options that change anything. Without a clock for each action it does not matter what happens when one is late. */
export function chosenOptions(options: RoomState['options']): [string, RoomState['options'][string]][] {
  const isTimed = Boolean(options.move_seconds)
  return Object.entries(options).filter(([name]) => isTimed || !ABOUT_SECONDS.includes(name))
}

/** True if the game began without a player who wants to play in it: the player sees it run as a spectator, or the last attempt to come back was refused. */
export function isTooLate(state: Pick<RoomState, 'phase'> | undefined, role: 'player' | 'spectator', refusal: string | undefined): boolean {
  return refusal === 'wrong_phase' || (state !== undefined && role === 'spectator' && state.phase !== 'lobby')
}
