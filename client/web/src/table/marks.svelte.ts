/** The marks of cards, by their keys. */

import type { Arrangement } from './arrangement.svelte'
import type { Hand } from './hand.svelte'
import { canPick, pileOfSpot } from './moves'
import type { PileNote } from './notes'
import type { Given } from './props'
import { topOf } from './steps'

export class Marks {
  readonly #given: Given
  readonly #arrangement: Arrangement
  readonly #hand: Hand

  constructor(given: Given, arrangement: Arrangement, hand: Hand) {
    this.#given = given
    this.#arrangement = arrangement
    this.#hand = hand
  }

  /** The picked cards, or the first cards of the move that a hint shows. */
  readonly picked = $derived.by(() => {
    const { pointed, picks } = this.#hand
    const list = pointed ? (pointed.first ? [pointed.first] : []) : picks
    return new Set(list.flatMap((pick) => this.#hand.keysFrom(pick)))
  })

  /** The cards where the picked cards may go: the tops of lit piles, and the cards that an action allows. */
  readonly lit = $derived.by(() => {
    const { pointed } = this.#hand
    if (pointed) return new Set(pointed.rest.map((at) => this.#arrangement.keyAt(at)))
    const { plain, spots } = this.#hand.targets
    const asked = spots.flatMap(({ spot }) => (typeof spot === 'number' ? [] : [spot]))
    const onlyCards = new Set(asked.map(pileOfSpot))
    const whole = [...this.#hand.lit].filter((pile) => !onlyCards.has(pile) || plain.has(pile))
    const tops = whole.map((pile) => topOf(this.#arrangement.piles, pile))
    return new Set([...asked.map(([pile, index]) => ({ pile, index })), ...tops].map((at) => this.#arrangement.keyAt(at)))
  })

  /** The cards that can be picked up. They get a hand as their cursor. */
  readonly grab = $derived.by(() => {
    const keys = new Set<number>()
    if (!this.#hand.plays) return keys
    for (const { pile } of this.#arrangement.places) {
      const pileKeys = this.#arrangement.keysOf(pile)
      pileKeys.forEach((key, index) => {
        const at = { pile, index }
        if (this.#arrangement.codeAt(at) >= 0 && canPick(this.#hand.choices, at)) keys.add(key)
      })
      if (this.#hand.tapsOn(pile).length) for (const key of pileKeys.slice(-1)) keys.add(key)
    }
    return keys
  })

  /** The cards that the page points out. */
  readonly pointedOut = $derived.by(() => {
    const keys = new Map<number, PileNote['point']>()
    for (const [pile, note] of this.#given.notes) {
      const key = this.#arrangement.keysOf(pile).at(-1)
      if (note.point && key !== undefined) keys.set(key, note.point)
    }
    return keys
  })
}
