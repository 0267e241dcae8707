/** Places the piles of a duel in a wide or a tall window, with the viewer's own at the bottom. Pure. */

import { fitTable, NARROW, placesIn, placesOf } from '../table/geometry'
import { SMALL } from '../table/paper'
import type { PilePlace, TableLayout } from '../wire/types'
import { sidesOf, type Side } from './sides'

/** The free margin at the edges of the table, and the largest width of a card, in pixels. */
export const MARGIN = 8
export const WIDEST = 138

const HAND = 5
/** Steps between the cards of a discard pile that show a whole corner mark, in card heights: a usual one, or a large one. */
const STEPS = { usual: 0.17, large: 0.3 } as const
/** The most room for long discard piles, in card heights. A wide window has little height. */
const MOST_ROOM = { wide: 0.62, tall: 0.92 } as const
/** In a longer pile, the share of the room for the latest cards, whose whole mark shows. */
const LATEST = 0.7

interface Plan {
  /** The places of all piles: those of the opponent, the centre and the viewer. */
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

/** The place of a discard pile of `size` cards. It never gets longer than its room: if it would, all but the latest cards lie closer. */
function fanned(place: PilePlace, size: number, room: number, step: number): PilePlace {
  const gaps = Math.max(size - 1, Math.floor(room / step + 0.01))
  const whole = gaps * step <= room + 0.01 ? gaps : Math.floor((LATEST * room) / step)
  const close = gaps > whole ? Math.min(step, (room - whole * step) / (gaps - whole)) : 0
  const path = Array.from({ length: gaps + 1 }, (_, i): [number, number] => [0, Math.min(i, gaps - whole) * close + Math.max(0, i - gaps + whole) * step])
  return { ...place, dy: step, path }
}

/** The room of the discard piles of one side; `size` is the number of cards on the longest. */
function roomFor(size: number, shape: Shape, step: number): number {
  return Math.max(FANS[shape], Math.min(MOST_ROOM[shape], (size - 1) * step))
}

/** `more` is the room that the upper discard piles need beyond the usual. */
function wide(centre: number, more: number): Plan {
  const [middle, own] = [1.46 + more, 2.92 + more]
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

function tall(centre: number, more: number, below: number): Plan {
  const [upper, lower, own] = [1.8 + more, 2.78 + more, (centre > 4 ? 3.9 : 3.76) + more]
  return {
    riddance: [at(0, own), at(0, 0.4)],
    hand: [handAt(0, own + 1.37 + below, 1.03), handAt(0.86, -0.72, 0.6)],
    discards: [row(1.12, own, 4), row(1.12, 0.4, 4)],
    centre: centre > 4 ? [...row(1.12, upper, 4), ...row(1.12, lower, centre - 4)] : row(1.12 + (4 - centre) / 2, upper, centre),
    stock: at(0, upper),
    completed: at(0, lower),
  }
}

export type Shape = 'wide' | 'tall'

export interface Table {
  readonly layout: TableLayout
  /** The approximate width of a card, in pixels. */
  readonly card: number
}

/** The layout, with the two players' piles exchanged if that brings the viewer's own to the bottom. */
export function turned(layout: TableLayout, bottom: Side): TableLayout {
  if (bottom === 0) return layout
  const exchanged = (places: PilePlace[]) =>
    places.map((place, i) => {
      if (place.owner === undefined) return place
      const nth = places.slice(0, i).filter(({ owner }) => owner === place.owner).length
      return { ...(places.filter(({ owner }) => owner !== undefined && owner !== place.owner)[nth] ?? place), owner: place.owner }
    })
  return { ...layout, groups: layout.groups.map((group) => ({ ...group, places: exchanged(group.places), ...(group.upright && { upright: exchanged(group.upright) }) })) }
}

/** The layout in the shape in which the cards are larger in a window of this size. Only the discard piles change their places, as they grow. */
export function tableIn(layout: TableLayout, bottom: Side, width: number, height: number, sizes: readonly number[], largeIndex = false): Table {
  if (!layout.groups.some(({ id }) => id === 'riddance')) {
    const seen = turned(layout, bottom)
    return { layout: seen, card: width ? fitTable(placesIn(seen, width, height), [], width, height, { margin: MARGIN, grows: false }).card : WIDEST }
  }
  if (!width) return { layout: placed(layout, bottom, 'wide', sizes), card: WIDEST }
  const card = (shape: Shape) => fitTable(placesOf(placed(layout, bottom, shape, []), width < NARROW), [], width, height, { margin: MARGIN, grows: false }).card
  const [tall, wide] = [card('tall'), card('wide')]
  const widest = Math.max(tall, wide)
  const marks = width < NARROW || largeIndex || widest < SMALL ? 'large' : 'usual'
  return { layout: placed(layout, bottom, tall > wide ? 'tall' : 'wide', sizes, marks), card: widest }
}

const FANS = { wide: 0.36, tall: 0.4 } as const

/** The layout with the places of this page. `sizes` has the number of cards on each pile, `marks` says how large their marks are. */
export function placed(layout: TableLayout, bottom: Side, shape: Shape, sizes: readonly number[], marks: keyof typeof STEPS = 'usual'): TableLayout {
  const centre = layout.groups.find((group) => group.id === 'centre')?.places.length ?? 8
  const { of } = sidesOf(layout)
  const rooms = [bottom, 1 - bottom].map((side) => {
    const longest = Math.max(...(of[side as Side].discards.map((pile) => sizes[pile] ?? 0)))
    return roomFor(longest, shape, STEPS[marks])
  }) as [number, number]
  const [below, above] = rooms.map((room) => room - FANS[shape]) as [number, number]
  const plan = shape === 'wide' ? wide(centre, above) : tall(centre, above, below)
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
      return { ...fanned(plan.discards[side][count] ?? place, sizes[first + i] ?? 0, rooms[side], STEPS[marks]), ...own }
    })
    return { ...group, places }
  })
  return { ...layout, groups }
}
