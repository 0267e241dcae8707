/** How a card leaps off its pile when all is won: up, and in bounces off the table. Pure. */

import type { Spread } from './geometry'

/** All cards begin within so long, and each leaps for so long, in milliseconds; before them the last card lands. */
export const LANDING = 220
export const BEGINNING = 480
export const LEAP = 800

/** Moments of a leap between which a card goes straight. */
const STEPS = 24
/** What is left of the speed after a bounce. */
const BOUNCE = 0.72

/** The size of the table, and half the height of a card. */
export interface Ground {
  readonly width: number
  readonly height: number
  readonly half: number
}

/** Where the card that leaps as the nth is, in even steps from where it lay. */
export function leapOf(from: Spread, nth: number, { width, height, half }: Ground): Spread[] {
  const floor = height - half
  // The cards fan out to both sides, each at a speed of its own.
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
