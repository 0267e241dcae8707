/** The roles of the piles and counters of a shared table. Pure. */

import type { TableLayout } from '../wire/types'

/** The piles of one seat. */
export interface SeatPiles {
  readonly demon: number
  readonly work: readonly number[]
  readonly stock: number
  readonly waste: number
  /** The places for the seat's own aces, by suit. Everybody builds on them. */
  readonly foundations: readonly number[]
}

/** The pile whose top card a digit picks: the demon, the work piles from the left, the waste. */
export function pileOfKey({ demon, work, waste }: SeatPiles, digit: string): number | undefined {
  return /^[0-5]$/.test(digit) ? [demon, ...work, waste][Number(digit)] : undefined
}

export interface Parts {
  /** By seat. */
  readonly of: readonly SeatPiles[]
  /** By pile: the seat that owns its place. */
  readonly owners: readonly (number | undefined)[]
  readonly counters: readonly string[]
  readonly phases: readonly string[]
}

/** The parts of a shared table. */
export function partsOf(layout: TableLayout): Parts {
  const owners = layout.groups.flatMap(({ places }) => places.map(({ owner }) => owner))
  const ids = layout.groups.flatMap(({ id, places }) => places.map(() => id))
  const seats = 1 + Math.max(-1, ...owners.map((owner) => owner ?? -1))
  const found = (id: string, seat: number) => ids.flatMap((one, pile) => (one === id && owners[pile] === seat ? [pile] : []))
  const of = Array.from({ length: seats }, (_, seat): SeatPiles => {
    const [demon = -1] = found('demon', seat)
    const [stock = -1] = found('stock', seat)
    const [waste = -1] = found('waste', seat)
    return { demon, work: found('work', seat), stock, waste, foundations: found('foundations', seat) }
  })
  return { of, owners, counters: layout.counters, phases: layout.phases }
}

/** Points as a text, with a true minus. */
export function pointsText(points: number): string {
  return String(points).replace('-', '−')
}

/** The points of one round as a text, with a plus or a true minus; empty if they are not known. */
export function gainText(points: number | undefined): string {
  return points === undefined ? '' : points > 0 ? `+${points}` : pointsText(points)
}

/** The state of a round that its counters hold. */
export interface RoundState {
  readonly isOver: boolean
  /** The seat that went out, if one has. */
  readonly out: number | undefined
  /** By seat: its cards on the foundations, and whether the player says that there is nothing to play. */
  readonly home: readonly number[]
  readonly stuck: readonly boolean[]
}

export function roundOf({ of, counters, phases }: Parts, values: readonly number[]): RoundState {
  const count = (name: string) => values[counters.indexOf(name)] ?? 0
  const out = count('out')
  return {
    isOver: phases[values.at(-1) ?? 0] === 'over',
    out: out ? out - 1 : undefined,
    home: of.map((_, seat) => count(`home_${seat}`)),
    stuck: of.map((_, seat) => count(`stuck_${seat}`) === 1),
  }
}
