/** The positions of everything on a table, for the present window, settings and board. */

import { settings } from '../base/settings.svelte'
import type { Board } from './board'
import { coverOf, isTheirs, nextTowards, type Direction } from './aim'
import { fitTable, marginIn, middleOf, placesIn, spreadPile, type Fit, type Place, type Spread } from './geometry'
import type { Pick } from './moves'
import { acrossOf, angleOf, placeCards, type PlacedByKey } from './placed'
import type { Given } from './props'

/** The milliseconds without a change of size after which a resize of the window is over. */
export const RESIZED = 160

const NO_PILES: readonly number[][] = []
const NO_COUNTERS: readonly number[] = []
const NO_CARDS: PlacedByKey = new Map()

export class Arrangement {
  /** The size of the table's element, in pixels; 0 until it is on the page. */
  width = $state(0)
  height = $state(0)
  /** True while the window is resized; cards do not glide then. */
  resized = $state(true)
  readonly #given: Given
  #kept: { layout: Given['layout']; fit: Fit; widest: number } | undefined
  #before = NO_CARDS

  constructor(given: Given) {
    this.#given = given
    $effect(() => {
      void [this.width, this.height, this.mirrored]
      this.resized = true
      const timer = setTimeout(() => (this.resized = false), RESIZED)
      return () => clearTimeout(timer)
    })
  }

  readonly mirrored = $derived(settings.values.leftHanded)

  readonly places = $derived.by(() => placesIn(this.#given.layout, this.width, this.height))

  /** The places that are drawn. */
  readonly shown = $derived.by(() => this.places.filter(({ scale }) => scale))

  readonly piles = $derived.by(() => this.#board?.piles ?? NO_PILES)

  readonly counters = $derived.by(() => this.#board?.counters ?? NO_COUNTERS)

  readonly fit = $derived.by(() => {
    const { layout, widest, grows } = this.#given
    const margin = marginIn(this.width, this.#given.margin)
    const next = fitTable(this.places, this.piles, this.width, this.height, { widest, margin, grows })
    const kept = this.#kept
    // A table in play never grows again, because cards that change their size disturb.
    const same = kept?.layout === layout && kept.fit.width === this.width && kept.fit.height === this.height && kept.widest === widest
    if (kept && same && next.card >= kept.fit.card) return kept.fit
    this.#kept = { layout, fit: next, widest }
    return next
  })

  readonly byKey = $derived.by(() => {
    const board = this.#board
    if (!board || this.width === 0) return NO_CARDS
    this.#before = placeCards(board, this.places, this.fit, this.mirrored, this.#before)
    return this.#before
  })

  readonly cards = $derived.by(() => [...this.byKey.values()])

  /** The drawn board. Reading it subscribes to its changes. */
  get #board(): Board | undefined {
    void this.#given.view?.version
    return this.#given.view?.shown
  }

  /** The keys of a pile's cards, bottom first. */
  keysOf(pile: number): readonly number[] {
    return this.#board?.keys[pile] ?? []
  }

  keyAt(at: Pick): number | undefined {
    return this.keysOf(at.pile)[at.index]
  }

  /** The card at a position; negative if it lies face down or there is none. */
  codeAt(at: Pick): number {
    return this.piles[at.pile]?.[at.index] ?? -1
  }

  centreOf(place: Place): Spread {
    return this.#seen(middleOf(this.fit, place))
  }

  /** The middle of a pile's top card, or of its empty place. */
  topOf(place: Place): Spread {
    return this.#seen(spreadPile(this.fit, place, this.piles[place.pile] ?? []).at(-1) ?? middleOf(this.fit, place))
  }

  /** The middle of the lower edge of a pile's last card. On other cards a badge would hide their marks. */
  footOf(place: Place): Spread {
    const { x, y } = this.topOf(place)
    return { x, y: y + place.halfHeight * this.fit.card }
  }

  angleOf(place: Place): number {
    return angleOf(place, this.mirrored)
  }

  /** The area of the pile, in square pixels, that a card held here covers. */
  coverOf(place: Place, held: Spread): number {
    const cards = [middleOf(this.fit, place), ...spreadPile(this.fit, place, this.piles[place.pile] ?? [])]
    return coverOf(this.fit, held, cards.map((at) => this.#seen(at)), place.scale)
  }

  /** The pile that an arrow leads to. */
  neighbour(from: Place, direction: Direction): Place | undefined {
    const aimed = (place: Place) => ({ ...this.centreOf(place), isTheirs: isTheirs(place, this.#given.own) })
    const piles = this.shown.map(aimed)
    const next = nextTowards(piles, piles[this.shown.indexOf(from)] ?? aimed(from), direction, this.fit.card)
    return next === undefined ? undefined : this.shown[next]
  }

  #seen({ x, y }: Spread): Spread {
    return { x: acrossOf(x, this.fit, this.mirrored), y }
  }
}
