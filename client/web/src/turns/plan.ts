/** Plans a table by turns for a window: the own piles large at the bottom, the others' small at the top, the centre between them. Pure. */

import { ASPECT, unitsIn, type SizedPlace } from '../table/geometry'
import type { TableLayout } from '../wire/types'
import { plateAt, type Planned, type PlateSpot, type Wanted } from '../shared/plan'
import { partsOf, type SeatPiles } from './parts'

/** The widest card, in pixels. */
export const WIDEST = 112
/** In pixels: the height of a player's plate, and the free room around everything. */
export const PLATE = 24
const MARGIN = 6
const GAP = 8
/** The sizes of cards beside the own ones, where there is room for them. */
const OTHERS = 0.62
const CENTRE = 0.86
/** The distance of neighbours, and of parts, in widths of a card. */
const STEP = 1.08
const PART = 0.35
const APART = 0.6
/** In heights of a card: the steps of a fan, and the most room for one. */
const FAN_STEP = 0.2
const OWN_ROOM = 0.6
const SMALL_ROOM = 0.24
/** A window at least so wide has all seats in one row, in pixels. */
const WIDE = 640
const HAND = 5
/** The steps of a hand that only shows its backs, in widths of a card. */
const BACKS = 0.32

/** The widths of cards, in pixels. */
interface Sizes {
  readonly others: number
  readonly centre: number
  readonly own: number
}

interface Laid {
  readonly x: number
  readonly y: number
  readonly card: number
  /** The step of a fan to the right, in pixels, for a hand. */
  readonly across?: number
  /** The room of a fan downwards, in pixels, for a discard pile. */
  readonly room?: number
}

/** The own piles in one row or in two, in widths of a card. */
const FLAT = { width: (4 + HAND) * STEP + 1 + 2 * PART, rows: 1 }
const TWO = { width: 4 * STEP + 1 + PART, rows: 2 }
type Shape = typeof FLAT

const BLOCK = 3 * STEP + 1
const blockHeight = (card: number): number => PLATE + 2 + card * ASPECT * (2 + SMALL_ROOM) + 3
const ownHeight = (shape: Shape, card: number): number => PLATE + 2 + card * ASPECT * (shape.rows + OWN_ROOM) + (shape.rows - 1) * 4

/** How many of the others lie side by side. */
function acrossOf({ width, own }: Wanted, others: number): number {
  return own !== undefined || width >= WIDE ? others : Math.min(2, others)
}

/** The sizes for a shape of the own piles, as large as the window lets them be. */
function sizesFor(wanted: Wanted, shape: Shape | undefined, others: number): Sizes {
  const { width, height } = wanted
  const across = acrossOf(wanted, others)
  const rows = Math.ceil(others / across)
  const free = width - 2 * MARGIN
  const most = {
    own: shape ? Math.min(WIDEST, free / shape.width) : WIDEST,
    others: free / (across * BLOCK + (across - 1) * APART),
    centre: free / (5 * STEP + PART),
  }
  const at = (scale: number): Sizes => {
    // Whole pixels, as the table draws its cards; otherwise they would lie beside their plates.
    const size = (widest: number, share: number) => Math.floor(Math.min(widest, WIDEST * scale * share))
    return { own: size(most.own, 1), others: size(most.others, shape ? OTHERS : 1), centre: size(most.centre, CENTRE) }
  }
  const fits = (sizes: Sizes) =>
    2 * MARGIN + rows * (blockHeight(sizes.others) + GAP) + sizes.centre * ASPECT + GAP + (shape ? ownHeight(shape, sizes.own) : 0) <= height
  let [low, high] = [0.1, 1]
  if (fits(at(high))) return at(high)
  for (let i = 0; i < 20; i++) {
    const middle = (low + high) / 2
    if (fits(at(middle))) low = middle
    else high = middle
  }
  return at(low)
}

/** The places of all piles of the seats in play, in pixels, and the plates. */
export function planOf(layout: TableLayout, wanted: Wanted): { piles: ReadonlyMap<number, Laid>; plates: readonly PlateSpot[]; card: number } {
  const { width, height, own, seats } = wanted
  const parts = partsOf(layout)
  // Clockwise from the player at the bottom.
  const from = own === undefined ? 0 : seats.indexOf(own) + 1
  const others = [...seats.slice(from), ...seats.slice(0, from)].filter((seat) => seat !== own)
  const options = own === undefined ? [undefined] : [FLAT, TWO]
  const [shape, sizes] = options
    .map((one): [Shape | undefined, Sizes] => [one, sizesFor(wanted, one, others.length)])
    .reduce((best, next) => (next[1].own + 0.6 * next[1].others > best[1].own + 0.6 * best[1].others + 0.01 ? next : best))
  const piles = new Map<number, Laid>()
  const plates: PlateSpot[] = []

  const across = acrossOf(wanted, others.length)
  const rows = Math.ceil(others.length / across)
  const used = rows * blockHeight(sizes.others) + sizes.centre * ASPECT + (shape ? ownHeight(shape, sizes.own) : 0)
  const gap = Math.max(GAP, Math.min(28, (height - 2 * MARGIN - used) / (rows + (shape ? 1 : 0) + 1)))
  let top = MARGIN
  for (let first = 0; first < others.length; first += across) {
    const line = others.slice(first, first + across)
    const block = BLOCK * sizes.others
    const between = Math.min(1.6 * sizes.others, Math.max(APART * sizes.others, (width - 2 * MARGIN - line.length * block) / (line.length + 1)))
    const left = (width - line.length * block - (line.length - 1) * between) / 2
    line.forEach((seat, i) => {
      const x = left + i * (block + between)
      plates.push(plateAt(seat, x, top, block, between))
      seatAt(piles, parts.of[seat] as SeatPiles, x, top + PLATE + 2, sizes.others)
    })
    top += blockHeight(sizes.others) + gap
  }
  const centre = sizes.centre
  const left = (width - (4 * STEP + PART + 1) * centre) / 2
  piles.set(parts.stock, { x: left, y: top, card: centre })
  // Nobody needs the completed piles: they lie under the stock until it is formed anew.
  parts.centre.forEach((pile, i) => piles.set(pile, { x: left + (STEP * (i + 1) + PART) * centre, y: top, card: centre }))
  top += centre * ASPECT + gap
  if (own !== undefined && shape) {
    const x = (width - shape.width * sizes.own) / 2
    plates.push(plateAt(own, x, top, shape.width * sizes.own))
    ownAt(piles, parts.of[own] as SeatPiles, x, top + PLATE + 2, sizes.own, shape)
  }
  return { piles, plates, card: Math.max(sizes.own * (shape ? 1 : 0), sizes.others, sizes.centre) }
}

/** The piles of another seat: pay-off pile and hand above, the discard piles below. */
function seatAt(piles: Map<number, Laid>, mine: SeatPiles, x: number, y: number, card: number): void {
  piles.set(mine.riddance, { x, y, card })
  piles.set(mine.hand, { x: x + (STEP + PART) * card, y, card, across: BACKS * card })
  mine.discards.forEach((pile, i) => piles.set(pile, { x: x + i * STEP * card, y: y + card * ASPECT + 3, card, room: SMALL_ROOM * card * ASPECT }))
}

function ownAt(piles: Map<number, Laid>, mine: SeatPiles, x: number, y: number, card: number, shape: Shape): void {
  const flat = shape === FLAT
  piles.set(mine.riddance, { x, y, card })
  mine.discards.forEach((pile, i) => piles.set(pile, { x: x + (STEP * (i + 1) + PART) * card, y, card, room: OWN_ROOM * card * ASPECT }))
  if (flat) piles.set(mine.hand, { x: x + (5 * STEP + 2 * PART) * card, y, card, across: STEP * card })
  else piles.set(mine.hand, { x: x + (PART / 2) * card, y: y + card * ASPECT * (1 + OWN_ROOM) + 4, card, across: STEP * card })
}

/** The pixels that a table keeps from the window's edges. */
const EDGE = 0.25

/** The layout of a plan. `counts` has the number of cards on each pile. */
export function laid(layout: TableLayout, plan: ReturnType<typeof planOf>, wanted: Wanted, counts: readonly number[]): Planned {
  const { width, height } = wanted
  const { card } = plan
  const unit = unitsIn(width)
  const stock = partsOf(layout).stock
  // The table takes the whole window, so that the plan's pixels are the window's.
  const corners = (at: Laid) => [[0, 0], [width, height]].map(([x = 0, y = 0], end): [number, number] => {
    const [right, down] = [at.card, at.card * ASPECT].map((size) => (end ? -size : 0) + (end ? -EDGE : EDGE)) as [number, number]
    return [(x - at.x + right) / card / unit.x, (y - at.y + down) / card / unit.y]
  })
  let pile = 0
  const groups = layout.groups.map((group) => ({
    ...group,
    places: group.places.map((place): SizedPlace => {
      const number = pile++
      const at = plan.piles.get(number)
      if (!at) return { ...place, x: 0, y: 0, dx: 0, dy: 0, path: [[0, 0]], scale: 0, label: '' }
      const fan = at.across !== undefined ? spread(at.across / card / unit.x) : at.room !== undefined ? fanned(counts[number] ?? 0, at.room / card / unit.y, (FAN_STEP * at.card * ASPECT) / card / unit.y) : { dx: 0, dy: 0 }
      const path = number === stock ? { path: [...Array.from({ length: MOST }, (): [number, number] => [0, 0]), ...corners(at)] } : {}
      return { ...place, x: at.x / card / unit.x, y: at.y / card / unit.y, label: group.id === 'centre' ? 'A' : '', scale: at.card / card, dx: 0, dy: 0, ...fan, ...path }
    }),
  }))
  return { layout: { ...layout, groups }, plates: plan.plates, card }
}

/** More cards than a stock can have: beyond them its path holds the window's corners, where no card ever lies. */
const MOST = 208

function spread(step: number): Partial<SizedPlace> {
  return { dx: step, path: Array.from({ length: HAND }, (_, i): [number, number] => [i * step, 0]) }
}

/** A fan down, as long as its room. Its cards lie closer if they are many. */
function fanned(count: number, room: number, most: number): Partial<SizedPlace> {
  const gaps = Math.max(count - 1, Math.floor(room / most), 1)
  const step = Math.min(most, room / gaps)
  return { dy: step, path: Array.from({ length: gaps + 1 }, (_, i): [number, number] => [0, i * step]) }
}
