/** Who goes on to the next deal before all are done. Pure. */

import type { RoomState, Seat } from '../wire/types'

export interface Company {
  /** Whether nobody else but bots plays here, for whom nobody waits. */
  readonly alone: boolean
  /** Whether the player is for going on, and who else is. */
  readonly mine: boolean
  readonly others: readonly Seat[]
  /** Whether those who are for it may go. */
  readonly may: boolean
  /** Whether nobody who is done and here has yet to say so. */
  readonly all: boolean
  /** Everybody who is for it, by their ids. */
  readonly together: readonly string[]
}

const DONE: readonly Seat['state'][] = ['finished', 'stood']

/** What is to be known of that by somebody on a seat. */
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
