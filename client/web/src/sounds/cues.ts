/** Which sound goes with what happens. Pure. */

import { pilesOfKind } from '../table/moves'
import type { TableEvent, TableLayout } from '../wire/types'

export type Cue = 'turn' | 'place' | 'home' | 'run' | 'lead' | 'tick' | 'last' | 'refused' | 'won'

/** So many cards at once are a run that is complete. */
const RUN = 13

/** The sound of what has happened on a board: the weightiest of its events; none where no card has moved. */
export function cueOf(events: readonly TableEvent[], layout: TableLayout): Cue | undefined {
  const homes = pilesOfKind(layout, 'foundation', 'discard')
  const stocks = pilesOfKind(layout, 'stock')
  const found = new Set(events.map((event) => cueOfEvent(event, homes, stocks)))
  return (['run', 'home', 'place', 'turn'] as const).find((cue) => found.has(cue))
}

function cueOfEvent(event: TableEvent, homes: ReadonlySet<number>, stocks: ReadonlySet<number>): Cue | undefined {
  if (event[0] === 3 || event[0] === 4) return 'turn'
  if (event[0] === 5) return undefined
  const [from, to] = event[0] === 2 ? [event[1], event[3]] : [event[1], event[2]]
  const count = event[0] === 0 ? event[3] : event[0] === 1 ? event[3].length : event[5].length
  if (homes.has(to) && !homes.has(from)) return count >= RUN ? 'run' : 'home'
  return stocks.has(from) || stocks.has(to) ? 'turn' : 'place'
}

/** The sound of a second that begins, with so many milliseconds left of a race: a tick for each of the last ten. */
export function cueOfSecond(before: number, left: number): Cue | undefined {
  const second = Math.ceil(left / 1000)
  return second >= 1 && second <= 10 && Math.ceil(before / 1000) !== second ? 'last' : undefined
}
