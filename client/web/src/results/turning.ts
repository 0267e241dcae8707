/** The turning point of a race: where the lead changed for the last time. Pure. */

import { KINDS } from '../kinds/registry'
import { Story, type Tale } from '../room/replay'
import type { Millis } from '../wire/types'

export interface Turning {
  /** `ahead`: nobody else ever led; `passed`: somebody was passed for good; `home`: the winner had been behind until coming home. */
  readonly kind: 'ahead' | 'passed' | 'home'
  readonly at: Millis
  /** The seat that led from then on. */
  readonly seat: number
  /** The seat that led before. */
  readonly from?: number
  /** The number of changes of the lead. */
  readonly changes: number
}

/** True if several rounds or games were played at one table: in the next one everybody begins at 0. A player who is loaded with a card falls back by one. */
function beganAnew({ state, progress }: Tale): boolean {
  const reached = new Map<number, number>()
  return !KINDS[state.kind].ownBoards && progress.some(([, seat, now]) => {
    const before = reached.get(seat) ?? 0
    reached.set(seat, now)
    return now < before - 1
  })
}

/** The turning point of a finished race; undefined if there is no single winner or no rival, or if points of several rounds have decided. */
export function turningOf(tale: Tale): Turning | undefined {
  const [first, second] = tale.state.results?.rows ?? []
  if (!first || !second || second.rank === first.rank || beganAnew(tale)) return undefined
  const leads = new Story(tale).leads()
  const [last, before] = [leads.at(-1), leads.at(-2)]
  if (!last || last.seat !== first.seat) return undefined
  const { at, seat } = last
  const changes = leads.length - 1
  const winner = tale.state.seats.find((one) => one.seat === seat)
  const isEnd = winner?.state === 'finished' && winner.ended === at
  // A winner who was never ahead, and won because the other gave up, has turned nothing.
  if (isEnd && winner.progress < tale.state.progress_max) return undefined
  if (!before) return { kind: 'ahead', at, seat, changes }
  return { kind: isEnd ? 'home' : 'passed', at, seat, from: before.seat, changes }
}
