/** Plans a shared table for a window: the player's own piles large at the bottom, the others' small at the top, the foundations between them.
 * Pure. */

import { ASPECT, unitsIn, type SizedPlace } from '../table/geometry'
import type { TableLayout } from '../wire/types'
import { partsOf } from './piles'

/** The widest card, in pixels. */
export const WIDEST = 112
/** The narrowest card for which a plan is made. */
const NARROWEST = 12
/** The sizes of cards beside the player's own, where there is room for them. */
const OTHERS = 0.5
const CENTRE = 0.72
/** The distance of neighbours, in widths or heights of a card. */
const STEP = 1.07
/** The distance of parts of a seat, and of seats, in widths of a card. */
const PART = 0.3
const APART = 0.55
/** The room for a fan of work pile below its first card, and one of its steps, in widths of a card. */
const FAN = 1.45
const FAN_STEP = 0.36
/** The step of the cards of the player's own waste that show. */
const WASTE_STEP = 0.34
/** In pixels: the height of a player's plate, and the free room around everything. */
export const PLATE = 20
const MARGIN = 5
const GAP = 6
/** The same below the large seats that spectators see, with the number of cards at the lower edge of a demon. */
const WIDE_GAP = 16

/** The part of a table that one seat takes: the places of its piles in widths of a card, and its size. */
interface Block {
  readonly width: number
  readonly height: number
  readonly demon: Spot
  readonly work: readonly Spot[]
  readonly stock: Spot
  readonly waste: Spot
}
type Spot = readonly [x: number, y: number]

function row(x: number, y: number): Spot[] {
  return [0, 1, 2, 3].map((i) => [x + i * STEP, y])
}

const DOWN = ASPECT * STEP
/** Seats in one row of piles, or in two. */
const FLAT: Block = { width: 6 * STEP + 1 + 2 * PART, height: ASPECT, demon: [0, 0], work: row(STEP + PART, 0), stock: [5 * STEP + 2 * PART, 0], waste: [6 * STEP + 2 * PART, 0] }
// The demon lies below, so that the number of its cards covers no rank.
const TWO: Block = { width: 3 * STEP + 1, height: DOWN + ASPECT, demon: [0, DOWN], work: row(0, 0), stock: [2 * STEP, DOWN], waste: [3 * STEP, DOWN] }
const OWN_FLAT: Block = { ...FLAT, width: FLAT.width + 2 * WASTE_STEP, height: ASPECT + FAN }
const OWN_TWO: Block = { width: 3 * STEP + 1 + WASTE_STEP, height: DOWN + ASPECT + FAN, demon: [0, 0], work: row(0, DOWN), stock: [STEP + PART, 0], waste: [2 * STEP + PART, 0] }

/** A way to lay the table: the shape of the others' seats and how many lie side by side, the seats whose foundations lie side by side, the
 * shape of the player's own seat, and whether the foundations lie beside it. */
interface Way {
  readonly block: Block
  readonly across: number
  readonly centre: number
  readonly own: Block | undefined
  readonly beside: boolean
}

/** The widths of cards, in pixels. */
interface Sizes {
  readonly others: number
  readonly centre: number
  readonly own: number
}

export interface Wanted {
  readonly width: number
  readonly height: number
  /** The seats in play, and the one at the bottom; undefined: all are alike. */
  readonly seats: readonly number[]
  readonly own: number | undefined
}

/** The place of a player's plate, in pixels. */
export interface PlateSpot {
  readonly seat: number
  readonly left: number
  readonly top: number
  readonly width: number
}

export interface Planned {
  readonly layout: TableLayout
  readonly plates: readonly PlateSpot[]
  /** The width of the largest cards, in pixels. */
  readonly card: number
}

/** The width of a plate with room for a name, and the distance of two plates, in pixels. */
const NAMED = 150
const BETWEEN = 3

/** The plate above piles that are `block` wide and begin at `x`, with `between` to the next seat's. It is wider than narrow piles, so that it has room for a name. */
export function plateAt(seat: number, x: number, top: number, block: number, between = 0): PlateSpot {
  const wider = Math.max(0, Math.min(NAMED - block, between - BETWEEN, 2 * (x - 1)))
  return { seat, left: Math.round(x - wider / 2), top: Math.round(top), width: Math.floor(block + wider) }
}

/** The rows that `count` things take. */
function rowsOf(count: number, across: number): number {
  return count ? Math.ceil(count / across) : 0
}

function centreWidth(way: Way): number {
  return way.centre * (3 * STEP + 1) + (way.centre - 1) * PART
}

function centreHeight(way: Way, players: number): number {
  const rows = rowsOf(players, way.centre)
  return rows * ASPECT + (rows - 1) * (STEP - 1) * ASPECT
}

/** The heights of the three parts of a table, in pixels. The last is 0 where the foundations lie beside the player's own piles. */
function heightsOf(way: Way, players: number, others: number, sizes: Sizes): readonly [others: number, body: number, own: number] {
  const top = rowsOf(others, way.across) * (PLATE + 2 + way.block.height * sizes.others + (way.own ? GAP : WIDE_GAP))
  const centre = centreHeight(way, players) * sizes.centre
  const own = way.own ? PLATE + 2 + way.own.height * sizes.own : 0
  return way.beside ? [top, Math.max(centre, own), 0] : [top, centre, own]
}

/** The sizes of cards where the player's own would be `unit` wide, or as wide as the window allows. */
function sizesAt(way: Way, width: number, unit: number): Sizes {
  const inner = width - 2 * MARGIN
  const side = inner / (way.across * way.block.width + (way.across - 1) * APART)
  if (!way.own) {
    const [others, centre] = [whole(Math.min(unit, side)), whole(Math.min(unit, inner / centreWidth(way)))]
    return { others, centre, own: Math.max(others, centre) }
  }
  const own = whole(Math.min(unit, inner / (way.own.width + (way.beside ? APART + CENTRE * centreWidth(way) : 0))))
  // Small windows give the others more than their share.
  const others = Math.min(own, whole(Math.min(Math.max(unit * OTHERS, Math.min(unit, READABLE)), side)))
  return { others, centre: Math.min(own, whole(way.beside ? own * CENTRE : Math.min(unit * CENTRE, inner / centreWidth(way)))), own }
}

/** Cards have whole widths, so that no size is rounded later. */
function whole(card: number): number {
  return card > 24 ? Math.floor(card) : Math.floor(card * 4) / 4
}

/** The largest sizes with which a way fits the window. */
function fitted(way: Way, { width, height, seats }: Wanted, others: number): Sizes {
  let [low, high] = [NARROWEST, WIDEST]
  const fits = (unit: number) => {
    const parts = heightsOf(way, seats.length, others, sizesAt(way, width, unit))
    return parts.reduce((sum, part) => sum + part, 2 * MARGIN + 2 * GAP) <= height
  }
  for (let i = 0; i < 12; i++) {
    const middle = (low + high) / 2
    if (fits(middle)) low = middle
    else high = middle
  }
  return sizesAt(way, width, low)
}

/** The narrowest card, in pixels, that can be read at a glance. */
const READABLE = 27

/** A measure of how well sizes can be seen: small cards matter until they can be read, then the player's own. Beyond a comfortable size
 * little is gained, which decides in large windows. For spectators all are alike. */
function worth({ others, centre, own }: Sizes, hasOwn: boolean): number {
  const read = Math.min(others, 0.7 * centre, READABLE)
  const beyond = 0.05 * (others + centre + own)
  if (!hasOwn) return 2 * Math.min(others, 80) + Math.min(centre, 80) + 8 * read + beyond
  return Math.min(own, 92) + 0.8 * Math.min(centre, 66) + 1.5 * Math.min(others, 46) + 8 * read + beyond
}

function waysFor(players: number, others: number, hasOwn: boolean): Way[] {
  const ways: Way[] = []
  // Among ways with the same sizes the first is taken: the one with the fewest rows.
  for (const block of [FLAT, TWO])
    for (let across = Math.max(1, others); across; across--)
      for (let centre = 1; centre <= players; centre++)
        for (const own of hasOwn ? [OWN_FLAT, OWN_TWO] : [undefined])
          for (const beside of own ? [false, true] : [false]) ways.push({ block, across, centre, own, beside })
  // Rows are filled as evenly as possible.
  const even = (count: number, across: number) => !count || Math.ceil(count / rowsOf(count, across)) === across
  return ways.filter(({ across, centre }) => even(others, across) && even(players, centre))
}

/** The best way to lay a table in a window, and its sizes. */
function bestWay(wanted: Wanted, others: number): { way: Way; sizes: Sizes } {
  let best: { way: Way; sizes: Sizes; value: number } | undefined
  for (const way of waysFor(wanted.seats.length, others, wanted.own !== undefined)) {
    const sizes = fitted(way, wanted, others)
    const value = worth(sizes, wanted.own !== undefined)
    if (!best || value > best.value + 0.01) best = { way, sizes, value }
  }
  return best as { way: Way; sizes: Sizes }
}

/** A place in pixels: its left upper corner, and the width of its cards. */
interface Laid {
  readonly x: number
  readonly y: number
  readonly card: number
}

/** The places of all piles of the seats in play, in pixels, and the plates. */
export interface Plan {
  readonly piles: ReadonlyMap<number, Laid>
  readonly plates: readonly PlateSpot[]
  readonly card: number
}

/** Plan a table. The cards on it do not matter, so nothing moves during a round. */
export function planOf(layout: TableLayout, wanted: Wanted): Plan {
  const { width, height, own } = wanted
  const { of } = partsOf(layout)
  // Clockwise from the player at the bottom.
  const from = own === undefined ? 0 : wanted.seats.indexOf(own) + 1
  const others = [...wanted.seats.slice(from), ...wanted.seats.slice(0, from)].filter((seat) => seat !== own)
  const { way, sizes } = bestWay(wanted, others.length)
  const piles = new Map<number, Laid>()
  const plates: PlateSpot[] = []
  const parts = heightsOf(way, wanted.seats.length, others.length, sizes)
  const spare = Math.max(0, height - 2 * MARGIN - parts.reduce((sum, part) => sum + part, 0))
  const gap = Math.min(3 * GAP + 0.02 * height, spare / (way.beside || !way.own ? 1 : 2))

  const seatAt = (seat: number, block: Block, x: number, y: number, card: number, between = 0) => {
    const mine = of[seat]
    if (!mine) return
    plates.push(plateAt(seat, x, y, block.width * card, between))
    const put = (pile: number, [right, down]: Spot) => piles.set(pile, { x: x + right * card, y: y + PLATE + 2 + down * card, card })
    put(mine.demon, block.demon)
    mine.work.forEach((pile, i) => put(pile, block.work[i] as Spot))
    put(mine.stock, block.stock)
    put(mine.waste, block.waste)
  }

  let top = MARGIN
  for (let first = 0; first < others.length; first += way.across) {
    const line = others.slice(first, first + way.across)
    const step = way.block.width * sizes.others
    // Seats spread over the window, but not further than they are wide.
    const free = width - 2 * MARGIN - line.length * step
    const between = Math.min(Math.max(APART * sizes.others, free / (line.length + 1)), step * 0.4)
    const left = (width - line.length * step - (line.length - 1) * between) / 2
    line.forEach((seat, i) => seatAt(seat, way.block, left + i * (step + between), top, sizes.others, between))
    top += PLATE + 2 + way.block.height * sizes.others + (way.own ? GAP : WIDE_GAP)
  }
  top += gap

  const centreAt = (left: number, y: number) => {
    // The player's own aces lie nearest.
    const order = own === undefined ? others : [...others, own]
    order.forEach((seat, i) => {
      const [line, place] = [Math.floor(i / way.centre), i % way.centre]
      const x = left + place * (3 * STEP + 1 + (STEP - 1) + PART) * sizes.centre
      of[seat]?.foundations.forEach((pile, suit) => piles.set(pile, { x: x + suit * STEP * sizes.centre, y: y + line * DOWN * sizes.centre, card: sizes.centre }))
    })
  }
  const across = (centreWidth(way) + (way.centre - 1) * (STEP - 1)) * sizes.centre
  if (own !== undefined && way.own && way.beside) {
    const all = across + APART * sizes.own + way.own.width * sizes.own
    const left = Math.max(MARGIN, (width - all) / 2)
    centreAt(left, top + Math.max(0, (parts[1] - centreHeight(way, wanted.seats.length) * sizes.centre) / 2))
    seatAt(own, way.own, left + across + APART * sizes.own, top, sizes.own)
  } else {
    centreAt((width - across) / 2, top)
    top += parts[1] + gap
    if (own !== undefined && way.own) seatAt(own, way.own, (width - way.own.width * sizes.own) / 2, Math.max(top, 0), sizes.own)
  }
  return { piles, plates, card: Math.max(sizes.others, sizes.centre, sizes.own) }
}

/** The cards of a suit, and the pixels that a table keeps from the window's edges. */
const MOST = 13
const EDGE = 0.25

const SUITS = '♣♦♥♠'

/** The layout of a plan. `counts` has the number of cards on each pile: only the player's own fans depend on it. */
export function laid(layout: TableLayout, plan: Plan, wanted: Wanted, counts: readonly number[]): Planned {
  const { width, height, own } = wanted
  const { of } = partsOf(layout)
  const mine = own === undefined ? undefined : of[own]
  const { card } = plan
  const unit = unitsIn(width)
  // The table takes the whole window, so that the plan's pixels are the window's.
  const corners = (at: Laid) => [[0, 0], [width, height]].map(([x = 0, y = 0], end): [number, number] => {
    const [right, down] = [at.card, at.card * ASPECT].map((size) => (end ? -size : 0) + (end ? -EDGE : EDGE)) as [number, number]
    return [(x - at.x + right) / card / unit.x, (y - at.y + down) / card / unit.y]
  })
  const [[corner, somewhere] = [0, { x: 0, y: 0, card }]] = plan.piles
  let pile = 0
  const groups = layout.groups.map((group) => {
    const places = group.places.map((place, nth): SizedPlace => {
      const number = pile++
      const at = plan.piles.get(number) ?? { ...somewhere, card: 0 }
      const scale = at.card / plan.card
      const count = counts[number] ?? 0
      const down = mine?.work.includes(number) ? fan(count, unit.y) : mine?.waste === number ? spread(count, group.tail, unit.x) : undefined
      return {
        ...place,
        x: at.x / card / unit.x,
        y: at.y / card / unit.y,
        dx: 0,
        dy: 0,
        label: group.id === 'foundations' ? (SUITS[nth % SUITS.length] as string) : '',
        scale,
        ...(down ?? (number === corner ? { path: [...Array.from({ length: MOST }, (): [number, number] => [0, 0]), ...corners(at)] } : {})),
      }
    })
    return { ...group, places }
  })
  return { layout: { ...layout, groups }, plates: plan.plates, card }
}

/** A fan down, as long as its room. Its cards lie closer if they are many. */
function fan(count: number, unit: number): Partial<SizedPlace> {
  const gaps = Math.max(count - 1, Math.floor(FAN / FAN_STEP))
  const step = Math.min(FAN_STEP, FAN / gaps)
  return { dy: step / unit, path: Array.from({ length: gaps + 1 }, (_, i): [number, number] => [0, (i * step) / unit]) }
}

/** The player's own waste: its latest cards lie side by side. */
function spread(count: number, shown: number, unit: number): Partial<SizedPlace> {
  const steps = Math.max(0, shown - 1)
  const covered = Math.max(0, count - shown)
  return { dx: WASTE_STEP / unit, path: Array.from({ length: covered + steps + 1 }, (_, i): [number, number] => [(Math.max(0, i - covered) * WASTE_STEP) / unit, 0]) }
}
