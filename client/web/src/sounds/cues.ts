/** Chooses the sounds for the events of a race. Pure. */

import { pilesOfKind } from '../table/moves'
import type { TableEvent, TableLayout } from '../wire/types'

export type Cue = 'call' | 'turn' | 'place' | 'home' | 'run' | 'lead' | 'tick' | 'last' | 'refused' | 'won'

/** The number of cards of a complete run. */
const RUN = 13

/** The sound of the most important of these events; undefined if no card has moved. */
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

/** The tick for each of the last ten seconds of a race. `before` and `left` are the milliseconds left at the last look and now. */
export function cueOfSecond(before: number, left: number): Cue | undefined {
  const second = Math.ceil(left / 1000)
  return second >= 1 && second <= 10 && Math.ceil(before / 1000) !== second ? 'last' : undefined
}
