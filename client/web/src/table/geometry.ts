/** Converts a layout in card units to pixels, for a window of any shape. Pure. */

import { HIDDEN, type GroupLayout, type PilePlace, type TableLayout } from '../wire/types'
import { closeUp } from './fan'

/** The height of a card divided by its width. */
export const ASPECT = 336 / 240

/** A unit of x and of y in card widths: the card and the gap beside it. Narrow windows have smaller gaps. */
const UNIT_X = 1 / 0.9
const NARROW_UNIT_X = 1 / 0.97
/** The width in pixels below which a window gets small gaps between the piles and at the edges. */
export const NARROW = 560
/** The free margin at the edges of narrow windows, and around fans in any window, in pixels. */
export const NARROW_MARGIN = 4
const UNIT_Y = ASPECT / 0.93

/** The part of a face-up card, in card widths, that shows in a closed-up fan. If more room is needed, cards get smaller. */
const LEAST_STRIP = 0.2

/** The narrowest strip of a card that can be read, in pixels. */
const LEAST_PIXELS = 10

/** The most cards of a fan for which cards get smaller. In longer fans the deeper cards close up further. */
const LONG_FAN = 18

/** The share of a step that shows of a face-down card in a fan. */
const HIDDEN_STEP = 0.55

/** The room kept below a column that may grow, in card widths. */
const GROWTH = 2.3

/** The step, in units, that shows enough of a card to recognise it. */
const WIDE_FAN = 0.3

/** The overlap of two edges, in card widths, up to which they count as apart. */
const EDGES = 0.02

/** The distance of two piles, as a share of a card's size, from which on they stand edge to edge. */
const EDGE_TO_EDGE = 0.97

/** The gap between the end of a fan and the next pile, in card widths, so that the two don't look like one fan. */
const FAN_GAP = 0.12

/** The largest factor by which piles move apart in a window with spare room, if their fans would meet other piles. */
const MOST_APART = 1.6
const APART_STEP = 0.05

/** The largest factors by which fans open up if there is spare room. Those of small cards open further, to be easier to read. */
const MOST_STRETCH = 1.45
const MOST_STRETCH_SMALL = 2.1
const SMALL_CARD = 62

/** A place that the page has laid out itself. */
export interface SizedPlace extends PilePlace {
  /** The size of its cards as a share of the table's largest; 0 for a place that is not there. */
  readonly scale?: number
}

/** The place of a pile, in card widths, with the facts of its group. */
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
  /** Half of the width and of the height that a rotated card takes. */
  readonly halfWidth: number
  readonly halfHeight: number
  /** The positions of the cards of a pile that is not straight, one by one, measured from x and y. Such a pile has no dx and dy. */
  readonly path: readonly Spread[] | null
  /** True for a fan to the left. Each further card lies under the one before it, so that their corner marks show. */
  readonly under: boolean
  /** In overlapping rows, the number of rows under this pile. */
  readonly layer: number
  /** The size of its cards as a share of the table's largest; 0: nothing is drawn. */
  readonly scale: number
  /** The number of whole steps of the fan until it meets another pile; Infinity if only the window ends it. */
  readonly room: number
}

/** A place without the facts about the piles around it. */
type Bare = Omit<Place, 'layer' | 'room'>

/** How a table fits into a window, in pixels. */
export interface Fit {
  readonly width: number
  readonly height: number
  /** The width and height of a card. */
  readonly card: number
  readonly cardHeight: number
  /** The position of the layout's origin. */
  readonly left: number
  readonly top: number
  /** The factor by which fans without a neighbour may open. */
  readonly stretch: number
}

/** The position of a card's middle, in pixels. */
export interface Spread {
  readonly x: number
  readonly y: number
}

/**
 * The places of all piles in a window of this size: the usual or the upright ones, whichever
 * leave more room for each card. The cards on the table do not matter, so the places never change during a game.
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

/** The axes along which the piles may move apart: fans meet other piles there, and no piles form a figure. */
function mayMoveApart(places: readonly Place[]): { x: boolean; y: boolean } {
  const isFigure = places.some(({ at, dx, dy, layer }) => at.angle || at.path || layer || (dx && dy))
  const meets = places.filter(({ room }) => !isFigure && room !== Infinity)
  return { x: meets.some(({ dx }) => dx), y: meets.some(({ dy }) => dy) }
}

/** The units of x and y of a layout in a window of this width, in card widths. */
export function unitsIn(width: number): { readonly x: number; readonly y: number } {
  return { x: width < NARROW ? NARROW_UNIT_X : UNIT_X, y: UNIT_Y }
}

/** The places of all piles in the order of their numbers; `narrow`: with small gaps; `apart`: the factors of the distances. */
export function placesOf(layout: TableLayout, narrow = false, upright = false, apart = { x: 1, y: 1 }): Place[] {
  const places: Bare[] = []
  const unitX = narrow ? NARROW_UNIT_X : UNIT_X
  for (const group of layout.groups) {
    const where = (upright && group.upright) || group.places
    where.forEach((at: SizedPlace, nth) => {
      const scale = at.scale ?? 1
      const turn = ((at.angle ?? 0) * Math.PI) / 180
      const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))]
      places.push({
        pile: places.length,
        group,
        nth,
        at,
        x: at.x * unitX * apart.x + 0.5 * scale,
        y: at.y * UNIT_Y * apart.y + (ASPECT / 2) * scale,
        dx: at.path ? 0 : at.dx * unitX,
        dy: at.path ? 0 : at.dy * UNIT_Y,
        path: at.path?.map(([right, down]) => ({ x: right * unitX, y: down * UNIT_Y })) ?? null,
        under: at.dx <= -WIDE_FAN && !at.dy && !at.angle && !at.path,
        scale,
        halfWidth: (0.5 * cos + (ASPECT / 2) * sin) * scale,
        halfHeight: (0.5 * sin + (ASPECT / 2) * cos) * scale,
      })
    })
  }
  const layers = layersOf(places)
  const rooms = roomsOf(places)
  return places.map((place, i) => ({ ...place, layer: layers[i] as number, room: rooms[i] as number }))
}

/** For each pile the number of piles of its group that lie under it. */
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
 * For each pile the number of steps of its fan until its last card comes too near to another pile: to its place or, if
 * two fans would cross, to everything that the other may cover. Of two such fans the one gives way that keeps more room.
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

/** The box, in card widths, that a pile covers with a fan of this many steps. */
function coveredBy({ x, y, dx, dy, halfWidth, halfHeight }: Bare, steps: number): Box {
  const [right, down] = [dx && dx * steps, dy && dy * steps]
  return {
    left: x + Math.min(0, right) - halfWidth,
    right: x + Math.max(0, right) + halfWidth,
    top: y + Math.min(0, down) - halfHeight,
    bottom: y + Math.max(0, down) + halfHeight,
  }
}

/** The number of steps of a fan until it comes too near to this box; Infinity if it never does. */
function stepsInto(place: Bare, box: Box): number {
  const { x, y, dx, dy, halfWidth, halfHeight } = place
  // Piles that overlap from the start do not limit each other.
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

/** True if two intervals overlap by more than edges that only meet. */
function overlap(at: number, half: number, start: number, end: number): boolean {
  return Math.min(at + half, end) - Math.max(at - half, start) > 2 * half * (1 - EDGE_TO_EDGE)
}

/** The first and the last step at which a moving interval is nearer to another than the gap of a fan. An interval that moves away never is. */
function nearBy(at: number, speed: number, half: number, start: number, end: number): readonly [number, number] {
  const apartNow = at + half <= start + EDGES || at - half >= end - EDGES
  if (apartNow && Math.sign(speed) === Math.sign(at - (start + end) / 2)) return NEVER
  const ends = [(start - FAN_GAP - half - at) / speed, (end + FAN_GAP + half - at) / speed] as const
  return [Math.min(...ends), Math.max(...ends)]
}

/** The distance of each card of a pile from the first, in steps, before the fan is closed up. */
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

/** The number of whole steps of a fan that is closed up as far as possible, with room to grow. */
function tightSteps(place: Place, codes: readonly number[], growth: number): number {
  const length = stepLength(place)
  if (!length) return 0
  const last = lastStep(place, codes)
  const strip = LEAST_STRIP * Math.min(1, LONG_FAN / Math.max(1, last))
  const squeezed = last * Math.min(1, strip / length)
  const grows = place.group.kind === 'tableau' && !place.group.tail ? growth / length : 0
  return Math.max(squeezed, grows)
}

/** The box around all piles, in card widths, with fans of these numbers of steps. */
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
  /** True if columns may grow. Those of pictures and finished boards don't. */
  grows?: boolean
}

/** The margin of a table of this width, in pixels: the wanted one, or a smaller one if the table is narrow. */
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
  // Centre the present cards without the room to grow, but keep that room inside the window too.
  const centred = (width - (drawn.left + drawn.right) * card) / 2
  const left = Math.max(margin - box.left * card, Math.min(width - margin - box.right * card, centred))
  return { width, height, card, cardHeight: card * ASPECT, left, top, stretch: stretchOf(places, height - margin, card, top) }
}

/** The factor by which fans of growing columns can open, so that a long column still fits. */
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

/** The share of a step that must show of a readable card. */
export function leastShown(fit: Fit, place: Place): number {
  const length = stepLength(place)
  return length ? Math.min(1, Math.max(LEAST_STRIP, LEAST_PIXELS / fit.card) / length) : 1
}

function stretchAt(fit: Fit, place: Place): number {
  return place.dy > 0 && place.dx === 0 ? fit.stretch : 1
}

/** The number of steps of a fan until it meets another pile or leaves the window. */
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
