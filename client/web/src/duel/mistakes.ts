/** The mistakes of a duel: which they are, and moves in words. Pure. */

import type { Happening } from './story'
import { isWild, ownerOf, type Side, type Sides } from './sides'
import { happeningText } from './words'
import { labelled } from '../base/text'
import { language } from '../i18n/index.svelte'
import { isAction, pileOfSpot } from '../table/moves'
import { actionName } from '../table/names'
import type { JudgedMove, Move, Spot, TableLayout } from '../wire/types'

/** The loss from which a move is called a mistake, in thousandths: less is within what the estimate may err. */
export const LEAST = 20

/** The mistakes that are listed. */
const MOST = 12

type Table = readonly (readonly number[])[]

/** All mistakes, the greatest first. */
export function mistakesOf(moves: readonly JudgedMove[]): JudgedMove[] {
  return moves.filter(({ loss }) => loss >= LEAST).sort((one, other) => other.loss - one.loss || one.position - other.position)
}

/** Those of the mistakes that are listed. */
export function listed(mistakes: readonly JudgedMove[]): readonly JudgedMove[] {
  return mistakes.slice(0, MOST)
}

/** The index of the move that is made in a position, or of the next one after it; -1: there is none. */
export function moveAt(moves: readonly JudgedMove[], position: number): number {
  return moves.findIndex((move) => move.position >= position)
}

/** Thousandths in per cent. */
export function percent(thousandths: number): number {
  return Math.round(thousandths / 10)
}

/** "Ann: seven of hearts from hand to centre 2": a move on the table as it is before it, after `name`. */
export function moveText(name: string, move: Move, piles: Table, sides: Sides, layout: TableLayout): string {
  const happening = happeningOf(move, piles, sides)
  if (happening) return happeningText(happening, () => name, (pile) => placeOf(sides, pile))
  return labelled(name, isAction(move) ? actionName(layout, move[0]) : '', language.tag)
}

function happeningOf(move: Move, piles: Table, sides: Sides): Happening | undefined {
  if (!isAction(move)) return undefined
  const [first, second] = move.slice(1) as Spot[]
  if (first === undefined || second === undefined) return undefined
  const [from, pile] = [pileOfSpot(first), pileOfSpot(second)]
  const seat: Side = ownerOf(sides, from) ?? 0
  const card = (typeof first === 'number' ? piles[from]?.at(-1) : piles[from]?.[first[1]]) ?? -1
  if (!sides.centre.includes(pile)) return { kind: 'discard', seat, card, pile }
  const { riddance, hand } = sides.of[seat]
  const source = from === riddance ? 'riddance' : from === hand ? 'hand' : 'discards'
  return { kind: 'play', seat, from: source, card, pile, rank: (piles[pile]?.length ?? 0) + 1, wild: isWild(sides, card) }
}

/** The number of a pile in its row, from 1. */
function placeOf(sides: Sides, pile: number): number {
  const row = [sides.centre, sides.of[0].discards, sides.of[1].discards].find((piles) => piles.includes(pile)) ?? []
  return row.indexOf(pile) + 1
}
