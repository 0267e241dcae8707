/**
 * Parts of the page for programs that are not written for a browser: a line of JSON in, a line of JSON out.
 *
 * `tests/page_code.py` bundles this file and runs it under Node, so that tests and measurements ask the page's own code.
 */

import { createInterface } from 'node:readline'
import { MARGIN, tableIn, WIDEST } from '../src/duel/places'
import type { Side } from '../src/duel/sides'
import { nextTowards, type Aimed, type Direction } from '../src/table/aim'
import { bestOf, type Best } from '../src/table/best'
import { fitTable, marginIn, middleOf, placesIn, spreadPile, type Fit, type Place, type Spread } from '../src/table/geometry'
import type { Pick } from '../src/table/moves'
import type { Move, TableLayout } from '../src/wire/types'

interface Drawing {
  readonly layout: TableLayout
  /** The cards on the piles, once for each drawing. */
  readonly tables: number[][][]
  /** The space that each window leaves for the table: width and height. */
  readonly windows: readonly (readonly [number, number])[]
  /** The widest that a card may be, and the margin, both as the page gives them to its tables, in pixels. */
  readonly widest: number
  readonly margin: number
}

/** The drawn places, in pixels: the width of a card, and for each pile the turn and the middles of its cards. */
interface Drawn {
  readonly card: number
  readonly height: number
  readonly piles: readonly { readonly angle: number; readonly place: Spread; readonly cards: readonly Spread[] }[]
}

/** Each of the tables in the first window, and so on. */
function draw({ layout, tables, windows, widest, margin }: Drawing): Drawn[][] {
  return windows.map(([width, height]) => {
    const places = placesIn(layout, width, height)
    return tables.map((piles) => drawn(places, piles, fitTable(places, piles, width, height, { widest, margin: marginIn(width, margin) })))
  })
}

/** A duel's table, as the player at the bottom sees it. */
function duel({ layout, tables, windows, bottom }: Omit<Drawing, 'widest' | 'margin'> & { readonly bottom: Side }): Drawn[][] {
  return windows.map(([width, height]) =>
    tables.map((piles) => {
      const arranged = tableIn(layout, bottom, width, height, piles.map((pile) => pile.length))
      const places = placesIn(arranged.layout, width, height)
      return drawn(places, piles, fitTable(places, piles, width, height, { widest: WIDEST, margin: marginIn(width, MARGIN), grows: false }))
    }),
  )
}

function drawn(places: readonly Place[], piles: number[][], fit: Fit): Drawn {
  return {
    card: fit.card,
    height: fit.cardHeight,
    piles: places.map((place) => ({ angle: place.at.angle, place: middleOf(fit, place), cards: spreadPile(fit, place, piles[place.pile] ?? []) })),
  }
}

const ARROWS: readonly Direction[] = [[-1, 0], [1, 0], [0, -1], [0, 1]]

/** The piles of the first table to which no arrow leads in the first window, on any way from the first pile. */
function missed({ layout, tables: [table = []], windows: [[width, height] = [0, 0]], widest, margin }: Drawing): number[] {
  const places = placesIn(layout, width, height)
  const fit = fitTable(places, table, width, height, { widest, margin: marginIn(width, margin) })
  const piles: Aimed[] = places.map((place) => ({ ...middleOf(fit, place), isTheirs: false }))
  const reached = new Set<number>()
  const open = [0]
  for (let nth = open.pop(); nth !== undefined; nth = open.pop()) {
    for (const arrow of ARROWS) {
      const next = nextTowards(piles, piles[nth] as Aimed, arrow, fit.card)
      if (next === undefined || reached.has(next)) continue
      reached.add(next)
      open.push(next)
    }
  }
  return [...piles.keys()].filter((nth) => !reached.has(nth))
}

interface Press {
  readonly layout: TableLayout
  readonly piles: number[][]
  readonly moves: Move[]
  readonly at: Pick
}

function best({ layout, piles, moves, at }: Press): Best {
  return bestOf({ moves, piles }, layout, at)
}

for await (const line of createInterface({ input: process.stdin })) {
  const [name, request] = JSON.parse(line) as ['draw', Drawing] | ['missed', Drawing] | ['duel', Parameters<typeof duel>[0]] | ['best', Press]
  const answer = name === 'draw' ? draw(request) : name === 'missed' ? missed(request) : name === 'duel' ? duel(request) : best(request)
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}
