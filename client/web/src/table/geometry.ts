/** Where everything lies: from a layout in card units to pixels in a window of any shape. Pure. */

import { HIDDEN, type GroupLayout, type PilePlace, type TableLayout } from '../wire/types'

/** A card is this many times as high as it is wide. */
export const ASPECT = 336 / 240

/** A unit of x and of y, in card widths: the card and the gap beside it. A narrow window has no room for wide gaps. */
const UNIT_X = 1 / 0.9
const NARROW_UNIT_X = 1 / 0.97
/** Windows narrower than this, in pixels, get small gaps between the piles, and at the edges. */
export const NARROW = 560
/** Kept free at the edges of narrow windows, and around fans in any, in pixels. */
export const NARROW_MARGIN = 4
const UNIT_Y = ASPECT / 0.93

/** Fans close up until this much of a face-up card shows, in card widths, before cards get smaller. */
const LEAST_STRIP = 0.2

/** Of a longer fan less has to show: nobody reads a column of thirty cards from end to end. */
const LONG_FAN = 14

/** Of a face-down card in a fan this share of the step shows. */
const HIDDEN_STEP = 0.55

/** Room kept below a column that will grow, in card widths. */
const GROWTH = 2.3

/** A step of this many units shows enough of a card to tell it. */
const WIDE_FAN = 0.3

/** Piles that cover no more of each other than this leaves stand edge to edge. */
const EDGE_TO_EDGE = 0.97

/** Fans open up this far where there is room to spare; those of small cards further, to be read more easily. */
const MOST_STRETCH = 1.45
const MOST_STRETCH_SMALL = 2.1
const SMALL_CARD = 62

/** One pile's place, in card widths, with what its group says of it. */
export interface Place {
  readonly pile: number
  readonly group: GroupLayout
  /** The number of the pile in its group, from 0. */
  readonly nth: number
  readonly at: PilePlace
  readonly x: number
  readonly y: number
  readonly dx: number
  readonly dy: number
  /** Half of the width and height of a card as it lies here. */
  readonly halfWidth: number
  readonly halfHeight: number
  /** Where the cards of a pile that does not lie straight are, one by one, measured from x and y; it has no dx and dy. */
  readonly path: readonly Spread[] | null
  /** A fan to the left, in which each further card lies under the one before: so the corners that tell the cards show. */
  readonly under: boolean
  /** In rows that overlap each row lies over the one before: how many are below this pile. */
  readonly layer: number
  /** How many whole steps the fan may take before it meets another pile; Infinity where only the window ends it. */
  readonly room: number
}

/** A place before it is known what is around it. */
type Bare = Omit<Place, 'layer' | 'room'>

/** How a table fits into a window, in pixels. */
export interface Fit {
  readonly width: number
  readonly height: number
  /** The width and height of a card. */
  readonly card: number
  readonly cardHeight: number
  /** Where the layout's origin lies. */
  readonly left: number
  readonly top: number
  /** How far fans without a neighbour may open. */
  readonly stretch: number
}

/** Where one card lies: the middle of the card, in pixels. */
export interface Spread {
  readonly x: number
  readonly y: number
}

/**
 * All piles of a layout where they lie in a window of this size: at their usual or at their upright places, whichever
 * leave more room for each card. What lies on the table has no say in it, so that it never changes in a game.
 */
export function placesIn(layout: TableLayout, width: number, height: number): Place[] {
  const narrow = width < NARROW
  const usual = placesOf(layout, narrow)
  if (!layout.groups.some((group) => group.upright)) return usual
  const upright = placesOf(layout, narrow, true)
  const card = (places: Place[]) => fitTable(places, [], width, height, { widest: Infinity }).card
  return card(upright) > card(usual) ? upright : usual
}

/** All piles of a layout in the order of their numbers; with small gaps between them for a narrow window. */
export function placesOf(layout: TableLayout, narrow = false, upright = false): Place[] {
  const places: Bare[] = []
  const unitX = narrow ? NARROW_UNIT_X : UNIT_X
  for (const group of layout.groups) {
    const where = (upright && group.upright) || group.places
    where.forEach((at, nth) => {
      const turn = ((at.angle ?? 0) * Math.PI) / 180
      const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))]
      places.push({
        pile: places.length,
        group,
        nth,
        at,
        x: at.x * unitX + 0.5,
        y: at.y * UNIT_Y + ASPECT / 2,
        dx: at.path ? 0 : at.dx * unitX,
        dy: at.path ? 0 : at.dy * UNIT_Y,
        path: at.path?.map(([right, down]) => ({ x: right * unitX, y: down * UNIT_Y })) ?? null,
        under: at.dx <= -WIDE_FAN && !at.dy && !at.angle && !at.path,
        halfWidth: 0.5 * cos + (ASPECT / 2) * sin,
        halfHeight: 0.5 * sin + (ASPECT / 2) * cos,
      })
    })
  }
  const layers = layersOf(places)
  return places.map((place, i) => ({ ...place, layer: layers[i] as number, room: stepsUntilMet(place, places) }))
}

/** For each pile how many of its group lie below it, one upon the other. */
function layersOf(places: readonly Bare[]): number[] {
  const layers: number[] = []
  places.forEach((place, i) => {
    const below = places.flatMap((other, j) => {
      if (j >= i || other.group !== place.group) return []
      const across = Math.abs(other.x - place.x) < (other.halfWidth + place.halfWidth) * EDGE_TO_EDGE
      const down = Math.abs(other.y - place.y) < (other.halfHeight + place.halfHeight) * EDGE_TO_EDGE
      return across && down ? [(layers[j] as number) + 1] : []
    })
    layers.push(Math.max(0, ...below))
  })
  return layers
}

/** How many steps a fan may take before its last card touches another pile. */
function stepsUntilMet(place: Bare, others: readonly Bare[]): number {
  if (!place.dx && !place.dy) return Infinity
  let room = Infinity
  for (const other of others) {
    if (other === place) continue
    const across = span(other.x - place.x, place.dx, place.halfWidth + other.halfWidth)
    const down = span(other.y - place.y, place.dy, place.halfHeight + other.halfHeight)
    const enter = Math.max(across[0], down[0])
    if (enter > 0.01 && enter < Math.min(across[1], down[1])) room = Math.min(room, enter)
  }
  return room
}

/** For which t `|distance - t * speed| < reach`, with a little tolerance for piles that stand edge to edge. */
function span(distance: number, speed: number, reach: number): [number, number] {
  const near = reach * EDGE_TO_EDGE
  if (speed === 0) return Math.abs(distance) < near ? [-Infinity, Infinity] : [Infinity, -Infinity]
  const ends = [(distance - near) / speed, (distance + near) / speed] as const
  return [Math.min(...ends), Math.max(...ends)]
}

/** How many steps each card of a pile lies from the first, before any squeezing. */
export function stepsOf(place: Place, codes: readonly number[]): number[] {
  const squared = place.group.tail > 0 ? Math.max(0, codes.length - place.group.tail) : 0
  let steps = 0
  return codes.map((_, i) => {
    if (i > squared) steps += codes[i - 1] === HIDDEN ? HIDDEN_STEP : 1
    return steps
  })
}

function lastStep(place: Place, codes: readonly number[]): number {
  return stepsOf(place, codes).at(-1) ?? 0
}

function stepLength(place: Place): number {
  return Math.hypot(place.dx, place.dy)
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** How many whole steps a fan takes when it is squeezed as far as it goes, but has room to grow. */
function tightSteps(place: Place, codes: readonly number[], growth: number): number {
  const length = stepLength(place)
  if (!length) return 0
  const last = lastStep(place, codes)
  const strip = LEAST_STRIP * Math.min(1, LONG_FAN / Math.max(1, last))
  const squeezed = last * Math.min(1, strip / length)
  const grows = place.group.kind === 'tableau' && !place.group.tail ? growth / length : 0
  return Math.max(squeezed, grows)
}

/** The box around all piles in card widths, where their fans take so many steps. */
function boxOf(places: readonly Place[], stepsAt: (place: Place) => number): Box {
  const box: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const place of places) {
    const steps = Math.min(place.room, stepsAt(place))
    for (const { x, y } of place.path ?? [0, steps].map((t) => ({ x: t * place.dx, y: t * place.dy }))) {
      box.left = Math.min(box.left, place.x + x - place.halfWidth)
      box.right = Math.max(box.right, place.x + x + place.halfWidth)
      box.top = Math.min(box.top, place.y + y - place.halfHeight)
      box.bottom = Math.max(box.bottom, place.y + y + place.halfHeight)
    }
  }
  return places.length ? box : { left: 0, top: 0, right: 1, bottom: 1 }
}

export interface FitOptions {
  /** Cards are never wider than this, in pixels. */
  widest?: number
  /** Room left free at each edge, in pixels. */
  margin?: number
  /** Whether columns will grow; a picture of a layout or a finished board won't. */
  grows?: boolean
  /** By so much the topmost cards may stick out of the window, in card widths. */
  overhang?: number
}

/** Fit a table into a window so that nothing has to be scrolled. */
export function fitTable(
  places: readonly Place[],
  piles: readonly (readonly number[])[],
  width: number,
  height: number,
  options: FitOptions = {},
): Fit {
  const { widest = 132, margin = 8, grows = true, overhang = 0 } = options
  const box = boxOf(places, (place) => tightSteps(place, piles[place.pile] ?? [], grows ? GROWTH : 0))
  const drawn = boxOf(places, (place) => lastStep(place, piles[place.pile] ?? []))
  box.top += overhang
  const across = box.right - box.left
  const down = box.bottom - box.top
  const innerWidth = Math.max(1, width - 2 * margin)
  const innerHeight = Math.max(1, height - 2 * margin)
  const exact = Math.max(4, Math.min(widest, innerWidth / across, innerHeight / down))
  const card = exact > 24 ? Math.floor(exact) : exact
  const spare = innerHeight - down * card
  const top = margin + spare * (grows ? 0.22 : 0.5) - box.top * card
  // What lies there is in the middle, not what may come; but that too stays inside.
  const centred = (width - (drawn.left + drawn.right) * card) / 2
  const left = Math.max(margin - box.left * card, Math.min(width - margin - box.right * card, centred))
  return { width, height, card, cardHeight: card * ASPECT, left, top, stretch: stretchOf(places, height - margin, card, top) }
}

/** How far the fans of growing columns can open, so that a long column still fits. */
function stretchOf(places: readonly Place[], bottom: number, card: number, top: number): number {
  let stretch = card < SMALL_CARD ? MOST_STRETCH_SMALL : MOST_STRETCH
  for (const place of places) {
    if (place.dy <= 0 || place.room !== Infinity) continue
    const free = bottom - (top + (place.y + place.halfHeight) * card)
    stretch = Math.min(stretch, free / (12 * place.dy * card))
  }
  return Math.max(1, stretch)
}

/** The middles of a pile's cards, bottom first. `margin` is kept free at the window's edges. */
export function spreadPile(fit: Fit, place: Place, codes: readonly number[], margin = NARROW_MARGIN): Spread[] {
  const x = fit.left + place.x * fit.card
  const y = fit.top + place.y * fit.card
  const path = place.path
  if (path?.length) {
    return codes.map((_, i) => {
      const point = path[Math.min(i, path.length - 1)] as Spread
      return { x: x + point.x * fit.card, y: y + point.y * fit.card }
    })
  }
  const steps = stepsOf(place, codes)
  const total = steps.at(-1) ?? 0
  const [dx, dy] = [place.dx * fit.card, place.dy * fit.card]
  const squeeze = total > 0 ? Math.min(stretchAt(fit, place), roomAt(fit, place, x, y, dx, dy, margin) / total) : 1
  return steps.map((step) => ({ x: x + dx * step * squeeze, y: y + dy * step * squeeze }))
}

function stretchAt(fit: Fit, place: Place): number {
  return place.dy > 0 && place.dx === 0 ? fit.stretch : 1
}

/** How many steps a fan may take before it meets another pile or leaves the window. */
function roomAt(fit: Fit, place: Place, x: number, y: number, dx: number, dy: number, margin: number): number {
  const halfWidth = place.halfWidth * fit.card
  const halfHeight = place.halfHeight * fit.card
  const across = dx > 0 ? (fit.width - margin - halfWidth - x) / dx : dx < 0 ? (x - halfWidth - margin) / -dx : Infinity
  const down = dy > 0 ? (fit.height - margin - halfHeight - y) / dy : dy < 0 ? (y - halfHeight - margin) / -dy : Infinity
  return Math.max(0, Math.min(place.room, across, down))
}

/** The middle of an empty place. */
export function middleOf(fit: Fit, place: Place): Spread {
  return { x: fit.left + place.x * fit.card, y: fit.top + place.y * fit.card }
}
