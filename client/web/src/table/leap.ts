/** The path of a card that leaps off its pile after a win: up, and in bounces off the table. Pure. */

import type { Spread } from './geometry'

/** In milliseconds: the time for the last card to land, the time within which all leaps begin, and the length of a leap. */
export const LANDING = 220
export const BEGINNING = 480
export const LEAP = 800

/** The number of straight pieces of a leap. */
const STEPS = 24
/** The share of the speed that is left after a bounce. */
const BOUNCE = 0.72

/** The size of the table, and half the height of a card. */
export interface Ground {
  readonly width: number
  readonly height: number
  readonly half: number
}

/** The positions of the nth leaping card, at even intervals, from its place on. */
export function leapOf(from: Spread, nth: number, { width, height, half }: Ground): Spread[] {
  const floor = height - half
  // The cards leap to both sides, each with another speed.
  let [x, y] = [from.x, from.y]
  const across = ((nth % 2 ? 1 : -1) * width * (0.3 + 0.17 * (nth % 4))) / STEPS
  let down = (-height * (0.9 + 0.2 * (nth % 3))) / STEPS
  const gravity = (5 * height) / STEPS ** 2
  const way = [from]
  for (let step = 1; step <= STEPS; step++) {
    x += across
    y += down
    down += gravity
    if (y > floor) {
      y = floor
      down = -Math.abs(down) * BOUNCE
    }
    way.push({ x, y })
  }
  return way
}
