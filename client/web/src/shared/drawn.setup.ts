/** Draws a planned table for tests: the boxes of its piles and plates. */

import { expect } from 'vitest'
import { ASPECT, fitTable, NARROW, placesOf } from '../table/geometry'
import type { Planned, Wanted } from './plan'

export interface Box {
  readonly name: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The windows that a plan must suit: width and height in pixels. */
export const WINDOWS = { big: [1920, 960], laptop: [1366, 610], desktop: [1280, 560], phone: [390, 690], tablet: [820, 1000], lying: [844, 300], narrow: [320, 480] } as const

/** The boxes of everything on a table as it is drawn in a window: piles with their fans, and plates of this height. */
export function boxesOf({ layout, plates, card }: Planned, { width, height }: Wanted, plate: number): { boxes: Box[]; card: number; small: number } {
  const places = placesOf(layout, width < NARROW)
  const fit = fitTable(places, [], width, height, { widest: card, margin: 0, grows: false })
  expect(fit.card).toBe(card)
  const inPlay = places.filter(({ scale }) => scale)
  const piles = inPlay.map(({ pile, x, y, scale, path, at }): Box => {
    // The path of a pile that lies squared has the corners of the table.
    const ends = at.dx || at.dy ? path ?? [] : [{ x: 0, y: 0 }]
    const [middle, half, down] = [fit.left + x * card, (card * scale) / 2, (card * scale * ASPECT) / 2]
    const xs = ends.map((end) => middle + end.x * card)
    const ys = ends.map((end) => fit.top + y * card + end.y * card)
    return { name: `pile ${pile}`, left: Math.min(...xs) - half, right: Math.max(...xs) + half, top: Math.min(...ys) - down, bottom: Math.max(...ys) + down }
  })
  const names = plates.map(({ seat, left, top, width }): Box => ({ name: `plate ${seat}`, left, right: left + width, top, bottom: top + plate }))
  return { boxes: [...piles, ...names], card, small: card * Math.min(...inPlay.map(({ scale }) => scale)) }
}

/** Expect that boxes lie within a window, and that none meets another. */
export function expectApart(boxes: readonly Box[], { width, height }: Pick<Wanted, 'width' | 'height'>): void {
  const outside = boxes.filter(({ left, top, right, bottom }) => left < 0 || top < 0 || right > width || bottom > height)
  expect(outside).toEqual([])
  const meets = (a: Box, b: Box) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5
  expect(boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => meets(a, b)).map((b) => `${a.name} meets ${b.name}`))).toEqual([])
}
