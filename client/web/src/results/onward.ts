/** The players who go on to the next deal before all are done. Pure. */

import type { RoomState, Seat } from '../wire/types'

export interface Company {
  /** True if the others are all bots, for whom nobody waits. */
  readonly alone: boolean
  /** True if the player wants to go on; and the others who want to. */
  readonly mine: boolean
  readonly others: readonly Seat[]
  /** True if players who want to go on may do so. */
  readonly may: boolean
  /** True if all present players who are done want to go on. */
  readonly all: boolean
  /** The ids of all who want to go on. */
  readonly together: readonly string[]
}

const DONE: readonly Seat['state'][] = ['finished', 'stood']

/** The same for the player on the seat `own`. */
export function companyOf({ seats, onward }: Pick<RoomState, 'seats' | 'onward'>, own: number | undefined): Company {
  const people = seats.filter(({ bot }) => bot === undefined)
  const willing = people.filter(({ seat }) => onward.includes(seat))
  const mine = willing.some(({ seat }) => seat === own)
  const others = willing.filter(({ seat }) => seat !== own)
  return {
    alone: people.every(({ seat }) => seat === own),
    mine,
    others,
    may: mine && others.length > 0,
    all: people.every(({ seat, state, present }) => onward.includes(seat) || !DONE.includes(state) || !present),
    together: willing.flatMap(({ player }) => player ?? []),
  }
}
