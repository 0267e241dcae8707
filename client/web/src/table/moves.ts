/** Finds in the list of legal moves which cards may be picked up, and where they may go. Pure. */

import type { Move, Spot, TableLayout } from '../wire/types'
import { rankOf, suitOf } from './cards'

/** A card that has been picked: the pile, and its place in it counted from the bottom. */
export interface Pick {
  readonly pile: number
  readonly index: number
}

/** True if a move is an action, false if it is a plain move from pile to pile. */
export function isAction(move: Move): move is [string, ...Spot[]] {
  return typeof move[0] === 'string'
}

/** The pile of a spot. */
export function pileOfSpot(spot: Spot): number {
  return typeof spot === 'number' ? spot : spot[0]
}

/** True if a picked card fits a spot. A pile's number stands for its top card, or for the empty place. */
function fits(spot: Spot, pick: Pick, size: number): boolean {
  if (typeof spot === 'number') return spot === pick.pile && pick.index >= size - 1
  return spot[0] === pick.pile && spot[1] === pick.index
}

function spotsOf(move: Move): Spot[] {
  return isAction(move) ? (move.slice(1) as Spot[]) : []
}

/** Legal moves and the table they belong to. */
export interface Choices {
  readonly moves: readonly Move[]
  readonly piles: readonly (readonly number[])[]
  /** True if the spots of an action must be picked in their order: the card first, then its target. */
  readonly ordered?: boolean
  /** Returns true for a card so valuable that a press only picks it, and the player chooses its target. */
  readonly spared?: ((at: Pick) => boolean) | undefined
}

function sizeOf(choices: Choices, pile: number): number {
  return choices.piles[pile]?.length ?? 0
}

/** The plain moves that lift exactly this card and all above it. */
export function plainFrom(choices: Choices, pick: Pick): Move[] {
  const count = sizeOf(choices, pick.pile) - pick.index
  return choices.moves.filter((move) => !isAction(move) && move[0] === pick.pile && move[2] === count)
}

/** The actions whose spots include all these picks in any order; if spots are ordered, those that begin with the picks. */
export function actionsWith(choices: Choices, picks: readonly Pick[]): Move[] {
  return choices.moves.filter((move) => {
    const spots = spotsOf(move)
    if (spots.length < picks.length) return false
    if (choices.ordered) return picks.every((pick, i) => fits(spots[i] as Spot, pick, sizeOf(choices, pick.pile)))
    const left = [...spots]
    return picks.every((pick) => {
      const found = left.findIndex((spot) => fits(spot, pick, sizeOf(choices, pick.pile)))
      if (found < 0) return false
      left.splice(found, 1)
      return true
    })
  })
}

/** True if this card can be moved, or used in an action. */
export function canPick(choices: Choices, pick: Pick): boolean {
  return plainFrom(choices, pick).length > 0 || actionsWith(choices, [pick]).length > 0
}

/**
 * The card that a press picks up: the pressed card if it may move, otherwise the nearest card below it that
 * takes it along (a run that moves whole), otherwise none.
 */
export function liftAt(choices: Choices, pick: Pick): Pick | undefined {
  for (let index = pick.index; index >= 0; index--) {
    const lower = { pile: pick.pile, index }
    if (index === pick.index ? canPick(choices, lower) : plainFrom(choices, lower).length > 0) return lower
    if ((choices.piles[pick.pile]?.[index] ?? -1) < 0) return undefined
  }
  return undefined
}

/** Where the picked cards may go next: piles for plain moves, cards or places for actions. */
export interface Targets {
  readonly plain: ReadonlyMap<number, Move>
  /** For each pile, the actions that this pile's spot continues or completes. */
  readonly spots: readonly { readonly spot: Spot; readonly move: Move; readonly completes: boolean }[]
}

/** All places where the picked cards may go. */
export function targetsOf(choices: Choices, picks: readonly Pick[]): Targets {
  const plain = new Map<number, Move>()
  const [first] = picks
  if (first && picks.length === 1) {
    for (const move of plainFrom(choices, first)) plain.set(move[1] as number, move)
  }
  const spots: { spot: Spot; move: Move; completes: boolean }[] = []
  if (picks.length) {
    for (const move of actionsWith(choices, picks)) {
      const left = spotsOf(move)
      for (const pick of picks) {
        const found = left.findIndex((spot) => fits(spot, pick, sizeOf(choices, pick.pile)))
        if (found >= 0) left.splice(found, 1)
      }
      for (const spot of left) spots.push({ spot, move, completes: left.length === 1 })
    }
  }
  return { plain, spots }
}

/** The piles that are lit for these targets. */
export function litPiles(targets: Targets): Set<number> {
  const lit = new Set(targets.plain.keys())
  for (const { spot } of targets.spots) lit.add(pileOfSpot(spot))
  return lit
}

/** The effect of pressing a card or place while others are picked. */
export type Step = { readonly kind: 'move'; readonly moves: readonly Move[] } | { readonly kind: 'add' } | { readonly kind: 'none' }

/** The effect of pressing `pick` (an empty place has index 0) while `picks` are picked. */
export function stepTo(choices: Choices, picks: readonly Pick[], pick: Pick): Step {
  const targets = targetsOf(choices, picks)
  const plain = targets.plain.get(pick.pile)
  const size = sizeOf(choices, pick.pile)
  const hits = targets.spots.filter(({ spot }) => fits(spot, pick, size))
  const done = hits.filter((hit) => hit.completes).map((hit) => hit.move)
  const moves = plain ? [plain, ...done] : done
  if (moves.length) return { kind: 'move', moves }
  return hits.length ? { kind: 'add' } : { kind: 'none' }
}

/** The moves that a press on this pile alone makes, such as `turn` on the stock. */
export function tapMoves(choices: Choices, layout: TableLayout, pile: number): Move[] {
  return choices.moves.filter((move) => isAction(move) && move.length === 1 && tappedPiles(layout, move[0], choices.piles).includes(pile))
}

/** The piles where a press makes this action: the action's pile or, if that is one of several alike, the piles of them that lie face down. */
export function tappedPiles(layout: TableLayout, name: string, piles: Choices['piles']): number[] {
  const pile = layout.actions.find((action) => action.name === name)?.pile
  if (pile === undefined) return []
  const alike = pilesAlike(layout, pile)
  return alike.length > 1 ? alike.filter((one) => (piles[one]?.at(-1) ?? 0) < 0) : alike
}

/** True if a press on this pile makes an action, even one that is not legal now. */
export function standsForAction(layout: TableLayout, piles: Choices['piles'], pile: number): boolean {
  return layout.actions.some(({ name }) => tappedPiles(layout, name, piles).includes(pile))
}

/**
 * The action that a press on this pile asks for, even if it is not legal now: of several, the first while cards lie there, and the
 * last, which makes a new stock, once the pile is empty. The page sends it, so that the server says why it is illegal.
 */
export function meantAction(layout: TableLayout, piles: Choices['piles'], pile: number): [string] | undefined {
  const names = layout.actions.flatMap(({ name, spots }) => (!spots && tappedPiles(layout, name, piles).includes(pile) ? [name] : []))
  const name = piles[pile]?.length ? names[0] : names.at(-1)
  return name === undefined ? undefined : [name]
}

/** The piles of this pile's group. */
function pilesAlike(layout: TableLayout, pile: number): number[] {
  let first = 0
  for (const { places } of layout.groups) {
    if (pile < first + places.length) return places.map((_, nth) => first + nth)
    first += places.length
  }
  return []
}

/** The move that putting a card, and all above it, on this pile would be. The page sends it, so that the server says why it is illegal. */
export function meantMove(choices: Choices, layout: TableLayout, from: Pick, pile: number): Move {
  const count = sizeOf(choices, from.pile) - from.index
  const [action, ...others] = layout.actions.filter(({ spots }) => spots)
  if (!action || others.length || choices.moves.some((move) => !isAction(move))) return [from.pile, pile, count]
  return [action.name, count === 1 ? from.pile : [from.pile, from.index], pile]
}

/** The legal actions without spots. They get buttons. */
export function buttonMoves(choices: Choices): [string][] {
  return choices.moves.filter((move): move is [string] => isAction(move) && move.length === 1)
}

/** The piles of a kind. */
export function pilesOfKind(layout: TableLayout, ...kinds: string[]): Set<number> {
  const piles = new Set<number>()
  let pile = 0
  for (const group of layout.groups) {
    for (let i = 0; i < group.places.length; i++, pile++) if (kinds.includes(group.kind)) piles.add(pile)
  }
  return piles
}

/**
 * A move that brings a card home from elsewhere, for "All home", which plays one after the other. Where different cards fit the
 * same foundation, as at Golf, the choice among them is the game: it is left to the player.
 */
export function anyHome(choices: Choices, layout: TableLayout): Move | undefined {
  const homes = pilesOfKind(layout, 'foundation')
  const wanted = new Map<number, Set<number | undefined>>()
  const found = choices.moves.filter((move) => !isAction(move) && homes.has(move[1]) && !homes.has(move[0])) as [number, number, number][]
  for (const [from, to, count] of found) wanted.set(to, (wanted.get(to) ?? new Set()).add(choices.piles[from]?.at(-count)))
  return found.find(([, to]) => wanted.get(to)?.size === 1)
}

/**
 * A move for a hint: one that brings a card home, otherwise one that takes cards off the table, otherwise one that uncovers a
 * face-down card or clears the way to it, otherwise one from a cell, otherwise the next card of the stock, otherwise any move, those
 * into a cell last. Moves in `tried` come again only when there is no other.
 */
export function hint(choices: Choices, layout: TableLayout, tried: ReadonlySet<string>): Move | undefined {
  const homes = pilesOfKind(layout, 'foundation', 'discard')
  const stocks = pilesOfKind(layout, 'stock')
  const reserves = pilesOfKind(layout, 'reserve')
  const score = (move: Move): number => {
    if (isAction(move)) {
      if (move[0] === 'discard') return 90
      if (move[0] === 'turn' || move[0] === 'deal') return 30
      return move[0] === 'redeal' ? 5 : 50
    }
    const [from, to, count] = move
    const pile = choices.piles[from] ?? []
    const below = pile[pile.length - count - 1]
    if (homes.has(to) && !homes.has(from)) return 100
    if (homes.has(from)) return 1
    if (below !== undefined && below < 0) return 80
    if (stocks.has(from)) return 40
    if (reserves.has(to)) return 10
    if (reserves.has(from)) return 45
    if (below === undefined) return sizeOf(choices, to) > 0 ? 60 : 2
    if (isLike(below, choices.piles[to]?.at(-1))) return 3
    return 20
  }
  const fresh = choices.moves.filter((move) => !tried.has(JSON.stringify(move)))
  return [...(fresh.length ? fresh : choices.moves)].sort((a, b) => score(b) - score(a))[0]
}

/** True if two open cards have the same rank and colour, so that it changes little on which of them others lie. */
function isLike(one: number, other: number | undefined): boolean {
  const isRed = (code: number) => suitOf(code) === 1 || suitOf(code) === 2
  return other !== undefined && one >= 0 && other >= 0 && rankOf(one) === rankOf(other) && isRed(one) === isRed(other)
}

/** The piles a move touches. */
export function pilesOfMove(move: Move): number[] {
  return isAction(move) ? spotsOf(move).map(pileOfSpot) : [move[0], move[1]]
}
