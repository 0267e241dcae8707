/** Whether a player who watches a replay may still be called to the group's next game. Pure. */

import type { Millis, RoomState } from '../wire/types'

/** The milliseconds after the end of a game for which its group may still be at the table. */
const LATELY = 20 * 60_000

/** True if the player was one of several people in this finished game, which lasted `length` and ended lately. */
export function mayBeCalled({ seats, starts, contest, rules }: Pick<RoomState, 'seats' | 'starts' | 'contest' | 'rules'>, length: Millis, player: string, now: Millis): boolean {
  const people = seats.flatMap(({ player }) => player ?? [])
  return !contest && !rules.tournament && people.length > 1 && people.includes(player) && starts !== undefined && now - starts - length < LATELY
}
