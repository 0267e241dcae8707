/** Draws a small picture of a game's table right after the deal. Pure. */

import type { GroupLayout, TableLayout } from '../wire/types'
import { fitTable, placesOf, spreadPile } from './geometry'

/** A pile: x, y, angle, dx, dy, its cards in runs from the bottom (negative: face down), and its path where it is not straight. */
export type DrawnPile = readonly [number, number, number, number, number, readonly number[], ([number, number][])?]
/** A group: its kind, how many of a pile's last cards are spread (0: all), its piles. */
export type DrawnGroup = readonly [GroupLayout['kind'], number, readonly DrawnPile[]]

export const WIDTH = 240
export const HEIGHT = 104
const WIDEST = 26
const MARGIN = 6

function layoutOf(groups: readonly DrawnGroup[]): TableLayout {
  return {
    groups: groups.map(([kind, tail, piles], i) => ({
      id: String(i),
      name: '',
      kind,
      tail,
      counted: false,
      places: piles.map(([x, y, angle, dx, dy, , path]) => ({ x, y, angle, dx, dy, label: '', ...(path ? { path } : {}) })),
    })),
    actions: [],
    counters: [],
    phases: [],
  }
}

/**
 * The picture as SVG with a transparent ground. Of cards that lie on each other only the uppermost is drawn.
 * `down`: all cards face down, as before the game.
 */
export function draw(groups: readonly DrawnGroup[], down = false): string {
  const places = placesOf(layoutOf(groups))
  const runs = groups.flatMap(([, , piles]) => piles.map((pile) => pile[5]))
  const piles = runs.map((pile) => pile.flatMap((run) => Array.from({ length: Math.abs(run) }, () => (down ? -1 : Math.sign(run)))))
  const fit = fitTable(places, piles, WIDTH, HEIGHT, { widest: WIDEST, margin: MARGIN, grows: false })
  const [w, h] = [short(fit.card), short(fit.cardHeight)]
  const use = (what: string, x: number, y: number, angle: number) =>
    `<use href="#${what}" x="${short(x)}" y="${short(y)}"${angle ? ` transform="rotate(${angle} ${short(x)} ${short(y)})"` : ''}/>`
  const drawn = places.flatMap((place) => {
    const cards = piles[place.pile] ?? []
    const { x, y, angle } = { x: fit.left + place.x * fit.card, y: fit.top + place.y * fit.card, angle: place.at.angle }
    if (!cards.length) return [use('e', x, y, angle)]
    const spread = spreadPile(fit, place, cards, MARGIN)
    const shown = cards.flatMap((card, i) => {
      const [at, next] = [spread[i], spread[i + 1]]
      const hidden = !at || (next && Math.hypot(next.x - at.x, next.y - at.y) < 0.3)
      return hidden ? [] : [use(card > 0 ? 'u' : 'd', at.x, at.y, angle)]
    })
    return place.under ? shown.reverse() : shown
  })
  const box = `x="${short(-w / 2)}" y="${short(-h / 2)}" width="${w}" height="${h}" rx="${short(w * 0.1)}"`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs>` +
    `<rect id="u" ${box} fill="#fffdf8" stroke="#51604f" stroke-width=".7"/>` +
    `<rect id="d" ${box} fill="#8d3a46" stroke="#f3e6d2" stroke-width=".8"/>` +
    `<rect id="e" ${box} fill="#000" fill-opacity=".14" stroke="#fff8e1" stroke-opacity=".38" stroke-width=".7"/>` +
    `</defs>${drawn.join('')}</svg>`
  )
}

function short(number: number): number {
  return Math.round(number * 10) / 10
}
