/**
 * Chooses the move of one press on a card, by one rule for all games. Pure: it looks at the legal moves and the cards that they would cover.
 *
 * The rule tries the places of a card in this order:
 *
 * 1. home, where that is *safe*: every card that might be laid on this one instead may itself go home;
 * 2. on to other cards of the tableau;
 * 3. home, where it is not safe;
 * 4. on to cards elsewhere;
 * 5. to an empty place;
 * 6. to an empty place of its own group, with no card left behind, which changes nothing.
 *
 * Between two equal places it prefers a card of the same suit on top (a run in suit moves on together), then the place
 * that buries fewer cards that lie face down, then the longer pile, then the first one to the right. A press on the same card
 * again goes on to the next place. After the last place it begins again, and the card may return to its first place.
 *
 * An action that needs more cards than this one is played if the other cards are certain; otherwise the card is only picked, because
 * cards that leave the table can't be pressed again. Also only picked are a card that is home already, one that would end a turn in a duel, and a
 * wild card in a duel, because a slip would waste it, and a duel has no undo.
 */

import type { Move, TableLayout } from '../wire/types'
import { suitOf } from './cards'
import { actionsWith, isAction, liftAt, pilesOfKind, plainFrom, targetsOf, type Choices, type Pick } from './moves'

/** The effect of a press: moves (several if the player must choose), picking the card, or nothing. */
export type Best =
  | { readonly kind: 'play'; readonly from: Pick; readonly moves: readonly Move[] }
  | { readonly kind: 'pick'; readonly from: Pick }
  | { readonly kind: 'none' }

/** A place where the card may go, with its moves. */
interface Way {
  readonly pile: number
  readonly move: Move
}

const NONE: Best = { kind: 'none' }

/**
 * The effect of a press on the card `at`. `been` holds the piles to which successive earlier presses have moved this card; it is empty unless
 * the same card is pressed again.
 */
export function bestOf(choices: Choices, layout: TableLayout, at: Pick, been: ReadonlySet<number> = new Set()): Best {
  const from = liftAt(choices, at)
  if (!from) return NONE
  const homes = homesOf(layout)
  if (homes.has(from.pile) && !been.size) return { kind: 'pick', from }
  const way = bestPlain(choices, layout, from, homes, been)
  if (way) return { kind: 'play', from, moves: [way, ...doneAt(choices, from, way[1])] }
  const action = soleAction(choices, from, homes)
  return action ? { kind: 'play', from, moves: [action] } : { kind: 'pick', from }
}

/** The move, plain or an action, that sends this card home; undefined if there is none. */
export function homeOf(choices: Choices, layout: TableLayout, at: Pick): Move | undefined {
  const homes = homesOf(layout)
  if (homes.has(at.pile)) return undefined
  const plain = plainFrom(choices, at).find((move) => homes.has(move[1] as number))
  return plain ?? soleAction(choices, at, homes, true)
}

/** The piles where a card is home, or out of play. */
function homesOf(layout: TableLayout): Set<number> {
  return pilesOfKind(layout, 'foundation', 'discard')
}

// ---- plain moves ----------------------------------------------------------------------------------------------------

type Plain = [from: number, to: number, count: number]

function bestPlain(choices: Choices, layout: TableLayout, from: Pick, homes: ReadonlySet<number>, been: ReadonlySet<number>): Plain | undefined {
  const all = plainFrom(choices, from) as Plain[]
  const fresh = all.filter(([, to]) => !been.has(to))
  const groups = groupsOf(layout)
  const value = (move: Plain) => worth(choices, from, move, homes, groups)
  const tableSize = groups.length
  const along = ([, to]: Plain) => (to - from.pile + tableSize) % tableSize
  return [...(fresh.length ? fresh : all)].sort((a, b) => compare(value(b), value(a)) || along(a) - along(b))[0]
}

/** The reasons for a move as numbers, the most important first. */
function worth(choices: Choices, from: Pick, [, to]: Plain, homes: ReadonlySet<number>, groups: readonly Group[]): readonly number[] {
  const target = choices.piles[to] ?? []
  const top = target.at(-1)
  const card = choices.piles[from.pile]?.[from.index] ?? -1
  const sameSuit = top !== undefined && top >= 0 && card >= 0 && suitOf(top) === suitOf(card)
  const hidden = target.filter((code) => code < 0).length
  return [rankOfPlace(choices, from, to, homes, groups), Number(sameSuit), -hidden, target.length]
}

function rankOfPlace(choices: Choices, from: Pick, to: number, homes: ReadonlySet<number>, groups: readonly Group[]): number {
  const isEmpty = !choices.piles[to]?.length
  if (homes.has(to)) return isSafe(choices, from, homes) ? 6 : 4
  if (!isEmpty) return groups[to]?.kind === 'tableau' ? 5 : 3
  return from.index === 0 && groups[to]?.nth === groups[from.pile]?.nth ? 1 : 2
}

/** True if every card that may be laid on this one may go home instead. */
function isSafe(choices: Choices, from: Pick, homes: ReadonlySet<number>): boolean {
  const plain = choices.moves.filter((move): move is Plain => !isAction(move))
  return plain
    .filter(([source, to]) => to === from.pile && !homes.has(source))
    .every(([source, , count]) => count === 1 && plain.some(([other, to, one]) => other === source && one === 1 && homes.has(to)))
}

interface Group {
  readonly nth: number
  readonly kind: string
}

/** The group of each pile. */
function groupsOf(layout: TableLayout): Group[] {
  return layout.groups.flatMap(({ kind, places }, nth) => places.map(() => ({ nth, kind })))
}

function compare(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((value, nth) => value !== b[nth])
  return i < 0 ? 0 : (a[i] as number) - (b[i] as number)
}

// ---- actions --------------------------------------------------------------------------------------------------------

/** Actions at the same place as a plain move: the player must choose between them. */
function doneAt(choices: Choices, from: Pick, pile: number): Move[] {
  return targetsOf(choices, [from]).spots.flatMap(({ spot, move, completes }) => (completes && spot === pile ? [move] : []))
}

/** The one action that a press on this card can mean; undefined if there are several. Actions that send it home come first, and places that look alike count as one. */
function soleAction(choices: Choices, from: Pick, homes: ReadonlySet<number>, homeOnly = false): Move | undefined {
  if (choices.spared?.(from)) return undefined
  const ways = actionsWith(choices, [from])
  if (ways.some((move) => move.length > 3)) return undefined
  const home = waysTo(choices, from).filter(({ pile, move }) => isAction(move) && homes.has(pile) && move.at(-1) === pile)
  if (home.length) return areAlike(choices, home) ? home[0]?.move : undefined
  if (homeOnly || choices.ordered) return undefined
  return ways.length === 1 ? ways[0] : undefined
}

function waysTo(choices: Choices, from: Pick): Way[] {
  return targetsOf(choices, [from]).spots.flatMap(({ spot, move, completes }) => (completes && typeof spot === 'number' ? [{ pile: spot, move }] : []))
}

/** True if these places look alike, so that the choice between them does not matter. */
function areAlike(choices: Choices, ways: readonly Way[]): boolean {
  return new Set(ways.map(({ pile }) => choices.piles[pile]?.length ?? 0)).size === 1
}
