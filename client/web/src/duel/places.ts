/** Where the piles of a duel lie: the viewer's own at the bottom, in a window that is wide or tall. Pure. */

import type { PilePlace, TableLayout } from '../wire/types'
import type { Side } from './sides'

/** So much of a hand of the opponent's lies beyond the upper edge of a tall window, in card widths. */
export const OVERHANG = 0

const HAND = 5
/** Steps between the cards of a discard pile, in card heights. */
const STEP = 0.17

interface Plan {
  /** The rows of the opponent, the centre and the viewer: places by row. */
  readonly riddance: readonly [PilePlace, PilePlace]
  readonly hand: readonly [PilePlace, PilePlace]
  readonly discards: readonly [readonly PilePlace[], readonly PilePlace[]]
  readonly centre: readonly PilePlace[]
  readonly stock: PilePlace
  readonly completed: PilePlace
}

function at(x: number, y: number, more: Partial<PilePlace> = {}): PilePlace {
  return { x, y, angle: 0, dx: 0, dy: 0, label: '', ...more }
}

function row(x: number, y: number, n: number, step = 1): PilePlace[] {
  return Array.from({ length: n }, (_, i) => at(x + i * step, y))
}

/** A hand: its cards beside each other. */
function handAt(x: number, y: number, step: number): PilePlace {
  return at(x, y, { dx: step, path: Array.from({ length: HAND }, (_, i): [number, number] => [i * step, 0]) })
}

/** A hand whose cards lie on their sides, partly one upon the other: so all of them are seen where there is little height. */
function lyingAt(x: number, y: number, step: number): PilePlace {
  return { ...handAt(x, y, step), angle: -90 }
}

/** A discard pile of so many cards, that never gets longer than its room: its cards lie closer then. */
function fanned(place: PilePlace, size: number, room: number): PilePlace {
  const cards = Math.max(size, 1 + Math.floor(room / STEP))
  return { ...place, dy: STEP, path: Array.from({ length: cards }, (_, i): [number, number] => [0, (i * room) / (cards - 1)]) }
}

function wide(centre: number): Plan {
  const [middle, own] = [1.46, 2.92]
  const spread = Math.min(1.3, 8 / centre)
  const first = 5.05 - ((centre - 1) * spread) / 2
  return {
    riddance: [at(0, own), at(0, 0)],
    hand: [handAt(6.1, own, 1), handAt(6.1, 0, 1)],
    discards: [row(1.35, own, 4), row(1.35, 0, 4)],
    centre: row(first, middle, centre, spread),
    stock: at(0, middle),
    completed: at(10.1, middle),
  }
}

function tall(centre: number): Plan {
  const [upper, lower, own] = [1.8, 2.78, 3.76]
  const middle = (upper + lower) / 2
  return {
    riddance: [at(0, own), at(0, 0.4)],
    hand: [handAt(0, own + 1.37, 1.03), lyingAt(0.2, -0.53, 0.9)],
    discards: [row(1.12, own, 4), row(1.12, 0.4, 4)],
    centre: centre > 4 ? [...row(1.12, upper, 4), ...row(1.12, lower, centre - 4)] : row(1.12 + (4 - centre) / 2, middle, centre),
    stock: at(0, upper),
    completed: at(0, lower),
  }
}

const FANS = { wide: 0.36, tall: 0.4 } as const

/** The layout with the places of this page. `sizes` has the number of cards on each pile. */
export function placed(layout: TableLayout, bottom: Side, shape: 'wide' | 'tall', sizes: readonly number[]): TableLayout {
  const centre = layout.groups.find((group) => group.id === 'centre')?.places.length ?? 8
  const plan = shape === 'wide' ? wide(centre) : tall(centre)
  let pile = 0
  const groups = layout.groups.map((group) => {
    const first = pile
    pile += group.places.length
    const nth: [number, number] = [0, 0]
    const places = group.places.map((place, i): PilePlace => {
      if (place.owner === undefined) {
        if (group.id === 'centre') return { ...(plan.centre[i] as PilePlace), label: 'A' }
        return group.id === 'stock' ? plan.stock : group.id === 'completed' ? plan.completed : place
      }
      const side = place.owner === bottom ? 0 : 1
      const count = nth[side]++
      const own = { owner: place.owner }
      if (group.id === 'riddance') return { ...plan.riddance[side], ...own }
      if (group.id === 'hand') return { ...plan.hand[side], ...own }
      return { ...fanned(plan.discards[side][count] ?? place, sizes[first + i] ?? 0, FANS[shape]), ...own }
    })
    return { ...group, places }
  })
  return { ...layout, groups }
}
