/** The contests of days, as this player sees them, and the ways into them. */

import { pathTo, router } from '../base/router.svelte'
import { CONTESTS } from '../kinds/registry'
import { goInto, openRoom, type Level } from '../state/catalogue.svelte'
import { connection } from '../state/connection'
import { notices } from '../state/notices.svelte'
import { preview } from '../state/preview.svelte'
import { Room } from '../room/room.svelte'
import type { DayContest, DayTold, Joined, Run } from '../wire/types'

/** The milliseconds after the end of a day before the next one is asked for, because clocks may differ a little. */
const LATER = 1500

/** Ask for a day, by default today. `rival` is the id of a player whose rows come too. */
export function fetchDay(day?: string, rival?: string): Promise<DayTold> {
  return connection.ask<DayTold>({ type: 'get_day', day: day || undefined, rival })
}

class Today {
  told = $state.raw<DayTold | undefined>()

  /** Fetch it again with each new connection and when the day is over, until the returned function is called. */
  follow(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      clearTimeout(timer)
      if (connection.state !== 'open') return
      fetchDay().then(
        (told) => {
          this.told = told
          timer = setTimeout(ask, Math.max(0, told.ends - connection.now()) + LATER)
        },
        () => undefined,
      )
    }
    ask()
    const stop = connection.onOpen(ask)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }
}

export const today = new Today()

/** Play a contest of today: go on with the attempt that has begun, else begin. The first time it counts, then it is practice. */
export async function play({ kind, game, options, level, attempt }: DayContest): Promise<void> {
  if (attempt && !attempt.over) return router.go(pathTo('r', attempt.room))
  await openRoom(game, options, { deal: 'daily', public: false }, CONTESTS[kind].bot ? { bots: 1, level: level as Level } : { alone: true })
}

/** Race alone against runs that were made before. */
export async function raceGhosts(...runs: Run[]): Promise<void> {
  preview.stop()
  try {
    const joined = await connection.ask<Joined>({ type: 'race_ghosts', runs })
    const room = new Room(connection, joined.room, 'player', joined)
    await room.ready()
    goInto(room)
  } catch (error) {
    notices.failed(error)
  }
}
