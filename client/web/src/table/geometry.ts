/** Where everything lies: from a layout in card units to pixels in a window of any shape. Pure. */

import { HIDDEN, type GroupLayout, type PilePlace, type TableLayout } from '../wire/types'
import { closeUp } from './fan'

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

/** A strip narrower than this is read by nobody, in pixels. */
const LEAST_PIXELS = 10

/** For longer fans than this cards don't get smaller: their deeper cards close up further. */
const LONG_FAN = 18

/** Of a face-down card in a fan this share of the step shows. */
const HIDDEN_STEP = 0.55

/** Room kept below a column that will grow, in card widths. */
const GROWTH = 2.3

/** A step of this many units shows enough of a card to tell it. */
const WIDE_FAN = 0.3

/** Edges may meet by so much and still be apart, in card widths. */
const EDGES = 0.02

/** Piles that cover no more of each other than this leaves stand edge to edge. */
const EDGE_TO_EDGE = 0.97

/** Between the end of a fan and the next pile so much stays free, in card widths: else the two would read as one fan. */
const FAN_GAP = 0.12

/** Where a window has room to spare beside the cards, piles whose fans would meet others move apart, by up to so much. */
const MOST_APART = 1.6
const APART_STEP = 0.05

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
  const cardOf = (places: Place[]) => fitTable(places, [], width, height, { widest: Infinity }).card
  const isUpright = layout.groups.some((group) => group.upright) && cardOf(placesOf(layout, narrow, true)) > cardOf(usual)
  const places = isUpright ? placesOf(layout, narrow, true) : usual
  const apart = mayMoveApart(places)
  if (!apart.x && !apart.y) return places
  const [most, card] = [Math.round((MOST_APART - 1) / APART_STEP), cardOf(places)]
  const moved = (x: number, y: number) => placesOf(layout, narrow, isUpright, { x: 1 + x * APART_STEP, y: 1 + y * APART_STEP })
  const farthest = (away: (steps: number) => Place[]) => {
    for (let steps = most; steps > 0; steps--) if (cardOf(away(steps)) >= card) return steps
    return 0
  }
  const x = apart.x ? farthest((steps) => moved(steps, 0)) : 0
  return moved(x, apart.y ? farthest((steps) => moved(x, steps)) : 0)
}

/** Along which axes the piles may move apart: there are fans that meet others there, and nothing that forms a figure. */
function mayMoveApart(places: readonly Place[]): { x: boolean; y: boolean } {
  const isFigure = places.some(({ at, dx, dy, layer }) => at.angle || at.path || layer || (dx && dy))
  const meets = places.filter(({ room }) => !isFigure && room !== Infinity)
  return { x: meets.some(({ dx }) => dx), y: meets.some(({ dy }) => dy) }
}

/** All piles of a layout in the order of their numbers; with small gaps between them for a narrow window, or so many times as far apart. */
export function placesOf(layout: TableLayout, narrow = false, upright = false, apart = { x: 1, y: 1 }): Place[] {
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
        x: at.x * unitX * apart.x + 0.5,
        y: at.y * UNIT_Y * apart.y + ASPECT / 2,
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
  const rooms = roomsOf(places)
  return places.map((place, i) => ({ ...place, layer: layers[i] as number, room: rooms[i] as number }))
}

/** For each pile how many of its group lie below it, one upon the other. */
function layersOf(places: readonly Bare[]): number[] {
  const layers: number[] = []
  places.forEach((place, i) => {
    let layer = 0
    places.forEach((other, j) => {
      if (j >= i || other.group !== place.group) return
      const across = Math.abs(other.x - place.x) < (other.halfWidth + place.halfWidth) * EDGE_TO_EDGE
      const down = Math.abs(other.y - place.y) < (other.halfHeight + place.halfHeight) * EDGE_TO_EDGE
      if (across && down) layer = Math.max(layer, (layers[j] as number) + 1)
    })
    layers.push(layer)
  })
  return layers
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * For each pile how many steps its fan may take before its last card comes too near to another pile: to its place, or where
 * two fans would cross, to all that the other may cover. Of these two the one gives way that keeps more room by it.
 */
function roomsOf(places: readonly Bare[]): number[] {
  const dealt = places.map((place) => coveredBy(place, 0))
  const rooms = places.map((place, i) =>
    fans(place) ? Math.min(...dealt.map((box, j) => (i === j ? Infinity : stepsInto(place, box)))) : Infinity,
  )
  places.forEach((one, i) => {
    if (!fans(one)) return
    places.forEach((other, j) => {
      if (j >= i || !fans(other)) return
      const [mine, yours] = [rooms[i] as number, rooms[j] as number]
      const less = Math.min(mine, stepsInto(one, coveredBy(other, yours)))
      const fewer = Math.min(yours, stepsInto(other, coveredBy(one, mine)))
      if (less === mine || fewer === yours) return
      if (less * stepLength(one) >= fewer * stepLength(other)) rooms[i] = less
      else rooms[j] = fewer
    })
  })
  return rooms
}

function fans({ dx, dy }: Bare): boolean {
  return dx !== 0 || dy !== 0
}

/** What a pile covers whose fan takes so many steps, in card widths. */
function coveredBy({ x, y, dx, dy, halfWidth, halfHeight }: Bare, steps: number): Box {
  const [right, down] = [dx && dx * steps, dy && dy * steps]
  return {
    left: x + Math.min(0, right) - halfWidth,
    right: x + Math.max(0, right) + halfWidth,
    top: y + Math.min(0, down) - halfHeight,
    bottom: y + Math.max(0, down) + halfHeight,
  }
}

/** How many steps a fan may take before it comes too near to what lies in this box; Infinity where it never does. */
function stepsInto(place: Bare, box: Box): number {
  const { x, y, dx, dy, halfWidth, halfHeight } = place
  // Of piles that lie on each other from the start neither keeps the other from growing.
  const acrossNow = overlap(x, halfWidth, box.left, box.right)
  const downNow = overlap(y, halfHeight, box.top, box.bottom)
  if (acrossNow && downNow) return Infinity
  const across = dx ? nearBy(x, dx, halfWidth, box.left, box.right) : acrossNow ? ALWAYS : NEVER
  const down = dy ? nearBy(y, dy, halfHeight, box.top, box.bottom) : downNow ? ALWAYS : NEVER
  const enter = Math.max(across[0], down[0])
  const leave = Math.min(across[1], down[1])
  return enter < leave && leave > 0 ? Math.max(0, enter) : Infinity
}

const ALWAYS = [-Infinity, Infinity] as const
const NEVER = [Infinity, -Infinity] as const

/** Whether a length lies over another by more than edges that only meet. */
function overlap(at: number, half: number, start: number, end: number): boolean {
  return Math.min(at + half, end) - Math.max(at - half, start) > 2 * half * (1 - EDGE_TO_EDGE)
}

/** From which to which step a length that moves is nearer to another than the gap that a fan keeps; what leads away from it never comes near. */
function nearBy(at: number, speed: number, half: number, start: number, end: number): readonly [number, number] {
  const apartNow = at + half <= start + EDGES || at - half >= end - EDGES
  if (apartNow && Math.sign(speed) === Math.sign(at - (start + end) / 2)) return NEVER
  const ends = [(start - FAN_GAP - half - at) / speed, (end + FAN_GAP + half - at) / speed] as const
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

function stepLength({ dx, dy }: Bare): number {
  return Math.hypot(dx, dy)
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
}

/** The room left free at the edges of a table this wide that would like so much, in pixels. */
export function marginIn(width: number, wanted: number): number {
  return width < NARROW ? Math.min(NARROW_MARGIN, wanted) : wanted
}

/** Fit a table into a window so that nothing has to be scrolled. */
export function fitTable(
  places: readonly Place[],
  piles: readonly (readonly number[])[],
  width: number,
  height: number,
  options: FitOptions = {},
): Fit {
  const { widest = 132, margin = 8, grows = true } = options
  const box = boxOf(places, (place) => tightSteps(place, piles[place.pile] ?? [], grows ? GROWTH : 0))
  const drawn = boxOf(places, (place) => lastStep(place, piles[place.pile] ?? []))
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
  const room = roomAt(fit, place, x, y, dx, dy, margin)
  const stretch = total > 0 ? Math.min(stretchAt(fit, place), room / total) : 1
  const spread = stretch >= 1 ? steps.map((step) => step * stretch) : closeUp(steps, room, leastShown(fit, place))
  return spread.map((step) => ({ x: x + dx * step, y: y + dy * step }))
}

/** The share of its step that has to show of a card that is meant to be read. */
export function leastShown(fit: Fit, place: Place): number {
  const length = stepLength(place)
  return length ? Math.min(1, Math.max(LEAST_STRIP, LEAST_PIXELS / fit.card) / length) : 1
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
