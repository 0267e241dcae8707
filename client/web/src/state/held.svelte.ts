/** The unfinished game in which this browser's player has a seat, for the pages that don't show it. */

import { store, stored } from '../base/settings.svelte'
import type { RoomState, Seat } from '../wire/types'

const KEY = 'cadogan.seat'
const BY_DAYS = 'cadogan.days'
/** The states of players who are not done. */
const IN_PLAY: readonly Seat['state'][] = ['waiting', 'playing', 'stuck']

export interface HeldSeat {
  readonly code: string
  /** The game's id; empty if an earlier version of the page kept the seat. */
  readonly game: string
  readonly title: string
  /** The moment when its time is up, by the server's clock; undefined without a limit. */
  readonly ends: number | undefined
  /** The room's key, where it is by link only. */
  readonly key?: string
}

function read(): HeldSeat | undefined {
  const { code, game = '', title, ends, key } = stored<HeldSeat>(KEY)
  return code && title ? { code, game, title, ends, ...(key ? { key } : {}) } : undefined
}

class Held {
  seat = $state.raw(read())
  /** True if the player may have correspondence duels. */
  byDays = $state(stored<{ has: boolean }>(BY_DAYS).has === true)

  constructor() {
    addEventListener('storage', ({ key }) => {
      if (key === KEY) this.seat = read()
    })
  }

  /** Keep or forget the seat `mine`, depending on the state of its room. */
  follow(state: RoomState, mine: Seat, key: string): void {
    if (state.rules.days_per_turn) return this.playsByDays(true)
    const goesOn = (state.phase === 'countdown' || state.phase === 'running') && IN_PLAY.includes(mine.state)
    if (goesOn) this.#keep({ code: state.code, game: state.game, title: state.title, ends: state.ends, ...(key ? { key } : {}) })
    else this.forget(state.code)
  }

  /** Note whether the player has correspondence duels. */
  playsByDays(has: boolean): void {
    this.byDays = has
    store(BY_DAYS, { has })
  }

  /** Forget the seat in this room: its game is over, or the room is gone. */
  forget(code: string): void {
    if (this.seat?.code === code) this.#keep(undefined)
  }

  #keep(seat: HeldSeat | undefined): void {
    if (seat?.code === this.seat?.code && seat?.ends === this.seat?.ends) return
    this.seat = seat
    store(KEY, seat ?? {})
  }
}

export const held = new Held()
