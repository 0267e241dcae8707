/** The roles of the piles and counters of a duel's table. Pure. */

import { JOKER, rankOf } from '../table/cards'
import type { Pick } from '../table/moves'
import type { TableLayout } from '../wire/types'

export type Side = 0 | 1

/** The piles of one player. */
export interface Piles {
  readonly riddance: number
  readonly hand: number
  readonly discards: readonly number[]
}

/** The piles of Russian Bank; a player's piles stand by side. */
export interface Bank {
  readonly reserve: readonly [number, number]
  readonly waste: readonly [number, number]
  readonly stock: readonly [number, number]
  readonly houses: readonly number[]
  readonly foundations: readonly number[]
}

export interface Sides {
  /** The parts of Russian Bank's table; undefined at Spite and Malice, whose parts the others are. */
  readonly bank: Bank | undefined
  readonly of: readonly [Piles, Piles]
  readonly centre: readonly number[]
  readonly completed: number
  readonly stock: number
  /** Cards in a full centre pile. */
  readonly full: number
  readonly counters: readonly string[]
  readonly phases: readonly string[]
}

/** The state of the game that its counters hold. */
export interface DuelState {
  readonly seat: Side
  readonly phase: string
  /** By seat, true if the player stands: the hand is frozen, or the player declined to play. */
  readonly standing: readonly [boolean, boolean]
}

const KING = 13

/** The parts of a duel's table. The older game has offers and jokers; in the modern one kings are wild and queens come last. */
export function sidesOf(layout: TableLayout): Sides {
  const groups = new Map<string, number[]>()
  let next = 0
  for (const group of layout.groups) groups.set(group.id, group.places.map(() => next++))
  const group = (id: string) => groups.get(id) ?? []
  const owned = (id: string, side: Side) => {
    const places = layout.groups.find((one) => one.id === id)?.places ?? []
    return group(id).filter((_, i) => places[i]?.owner === side)
  }
  const piles = (side: Side): Piles => ({
    riddance: owned('riddance', side)[0] ?? -1,
    hand: owned('hand', side)[0] ?? -1,
    discards: owned('discards', side),
  })
  const each = (id: string): [number, number] => [owned(id, 0)[0] ?? -1, owned(id, 1)[0] ?? -1]
  const houses = group('houses')
  return {
    bank: houses.length ? { reserve: each('reserve'), waste: each('waste'), stock: each('stock'), houses, foundations: group('foundations') } : undefined,
    of: [piles(0), piles(1)],
    centre: group('centre'),
    completed: group('completed')[0] ?? -1,
    stock: group('stock')[0] ?? -1,
    full: layout.phases.includes('offer') ? KING : KING - 1,
    counters: layout.counters,
    phases: layout.phases,
  }
}

export function duelStateOf(sides: Sides, counters: readonly number[]): DuelState {
  const count = (name: string) => counters[sides.counters.indexOf(name)] ?? 0
  return {
    seat: count('seat') === 1 ? 1 : 0,
    phase: sides.phases[counters.at(-1) ?? 0] ?? '',
    standing: [count('standing_0') === 1, count('standing_1') === 1],
  }
}

/** True if a card may stand for any rank in the centre. */
export function isWild(sides: Sides, code: number): boolean {
  if (sides.bank) return false
  return code === JOKER || (sides.full < KING && code >= 0 && rankOf(code) === KING)
}

/** True if a press must not play this card at once, because it is wild. On the pile to get rid of even a wild card is played. */
export function isSpared(sides: Sides, own: Side, piles: readonly (readonly number[])[], { pile, index }: Pick): boolean {
  return pile !== sides.of[own].riddance && isWild(sides, piles[pile]?.[index] ?? -1)
}

/** The rank that a centre pile takes next. */
export function wanted(pile: readonly number[]): number {
  return pile.length + 1
}

/**
 * The ranks that the top card of a discard pile may stand for, lowest first, where it is a joker: that of the card below it or
 * one lower, never an ace; on an empty place anything else. Undefined for any other card.
 */
export function jokerRanks(pile: readonly number[]): readonly [low: number, high: number] | undefined {
  if (pile.at(-1) !== JOKER) return undefined
  const below = pile.findLastIndex((code) => code !== JOKER)
  if (below < 0) return [2, KING]
  const high = rankOf(pile[below] as number)
  return [Math.max(2, high - (pile.length - 1 - below)), high]
}

/** Whose pile this is. */
export function ownerOf(sides: Sides, pile: number): Side | undefined {
  const { bank } = sides
  if (bank) return ([0, 1] as const).find((side) => [bank.reserve[side], bank.waste[side], bank.stock[side]].includes(pile))
  for (const side of [0, 1] as const) {
    const { riddance, hand, discards } = sides.of[side]
    if (pile === riddance || pile === hand || discards.includes(pile)) return side
  }
  return undefined
}
