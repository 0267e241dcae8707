/** The roles of the piles and counters of a shared table by turns, and who is whose partner. Pure. */

import { rankOf } from '../table/cards'
import type { Clock, TableLayout } from '../wire/types'

/** The piles of one seat. */
export interface SeatPiles {
  readonly riddance: number
  readonly hand: number
  readonly discards: readonly number[]
}

export interface Parts {
  /** By seat. */
  readonly of: readonly SeatPiles[]
  /** By pile: the seat that owns its place. */
  readonly owners: readonly (number | undefined)[]
  readonly centre: readonly number[]
  readonly stock: number
  readonly completed: number
  readonly counters: readonly string[]
  readonly phases: readonly string[]
}

const KING = 13
const SEATS = 4

/** True if players at this shared table have hands, and so move by turns. */
export function isByTurns(layout: TableLayout): boolean {
  return layout.groups.some(({ kind }) => kind === 'hand')
}

export function partsOf(layout: TableLayout): Parts {
  const owners = layout.groups.flatMap(({ places }) => places.map(({ owner }) => owner))
  const ids = layout.groups.flatMap(({ id, places }) => places.map(() => id))
  const found = (id: string, seat?: number) => ids.flatMap((one, pile) => (one === id && owners[pile] === seat ? [pile] : []))
  const [stock = -1] = found('stock')
  const [completed = -1] = found('completed')
  const of = Array.from({ length: SEATS }, (_, seat): SeatPiles => {
    const [riddance = -1] = found('riddance', seat)
    const [hand = -1] = found('hand', seat)
    return { riddance, hand, discards: found('discards', seat) }
  })
  return { of, owners, centre: found('centre'), stock, completed, counters: layout.counters, phases: layout.phases }
}

/** The state of the game that its counters hold. */
export interface TurnState {
  readonly isOver: boolean
  readonly seat: number
  /** The seat that went out, if one has. */
  readonly out: number | undefined
}

export function turnStateOf({ counters, phases }: Parts, values: readonly number[]): TurnState {
  const count = (name: string) => values[counters.indexOf(name)] ?? 0
  const out = count('out')
  return { isOver: phases[values.at(-1) ?? 0] === 'over', seat: count('seat'), out: out ? out - 1 : undefined }
}

/** True while a room counts down to the next game of a match: its clock runs, and awaits nobody. At the end of the last game the clock of its last turn may still be there. */
export function countsDown(clock: Pick<Clock, 'deadline' | 'seat'> | undefined): boolean {
  return clock?.deadline !== undefined && clock.seat === undefined
}

/** The seat of a player's partner, who sits opposite; undefined without partners. */
export function partnerOf(seat: number | undefined, partners: boolean): number | undefined {
  return partners && seat !== undefined ? (seat + 2) % SEATS : undefined
}

/** Whether a card may stand for any rank in the centre. */
export function isWild(code: number | undefined): boolean {
  return code !== undefined && code >= 0 && rankOf(code) === KING
}

/** The rank that a centre pile takes next. */
export function wanted(pile: readonly number[] | undefined): number {
  return (pile?.length ?? 0) + 1
}
