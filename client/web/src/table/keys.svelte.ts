/** The keyboard at a table: arrows move from pile to pile, Enter picks and places, Space goes through the lit piles. */

import { hasModifier } from '../base/keyboard'
import type { Arrangement } from './arrangement.svelte'
import type { Direction } from './aim'
import type { Hand } from './hand.svelte'
import { canPick, type Pick } from './moves'
import type { Given } from './props'
import { topOf } from './steps'

const ARROWS: Readonly<Record<string, Direction>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** The elements in which arrow keys have another meaning. */
const HEARS_ARROWS = 'input, select, textarea, dialog, [role="slider"]'

export class Keys {
  /** The number of the pile that has had the focus; undefined before the first. */
  #at = $state<number | undefined>()
  /** Whether the focus is shown. */
  #shown = $state(false)
  readonly #given: Given
  readonly #arrangement: Arrangement
  readonly #hand: Hand

  constructor(given: Given, arrangement: Arrangement, hand: Hand) {
    this.#given = given
    this.#arrangement = arrangement
    this.#hand = hand
  }

  /** The pile that has the focus, or gets it when the table does. Where others play too, that is first one with cards of one's own. */
  readonly focused = $derived.by(() => {
    const { own } = this.#given
    const { places, piles } = this.#arrangement
    return this.#at ?? (own === undefined ? undefined : places.find(({ at, pile }) => at.owner === own && piles[pile]?.length))?.pile ?? 0
  })

  /** The position of the ring around the focused card or place; undefined if it is not shown. */
  readonly ring = $derived.by(() => {
    const place = this.#arrangement.places[this.focused]
    if (!place || !this.#shown || this.#arrangement.width === 0) return undefined
    return { ...this.#arrangement.topOf(place), angle: this.#arrangement.angleOf(place), scale: place.scale }
  })

  /** The focus has come to a pile. */
  arrive(pile: number, isShown: boolean): void {
    this.#at = pile
    this.#shown = isShown
  }

  leave(): void {
    this.#shown = false
  }

  /** The player uses the pointer: hide the ring. Arrows will go on from the pressed pile. */
  giveWay(pile: number | undefined): void {
    this.arrive(pile ?? this.focused, false)
  }

  down(event: KeyboardEvent): void {
    if (!this.#hand.plays || hasModifier(event)) return
    const place = this.#arrangement.places[this.focused]
    const arrow = ARROWS[event.key]
    if (arrow && place) {
      this.#shown = true
      const next = this.#arrangement.neighbour(place, arrow)
      if (next) this.#focus(next.pile)
    } else if (event.key === 'Escape' && this.#hand.picks.length) this.#hand.picks = []
    else if (event.key === ' ' && this.#hand.picks.length) this.#toNextLit()
    else if (event.key === 'Enter' || event.key === ' ') {
      this.#shown = true
      // A held key repeats only after each answer, so it makes no more presses than hands would.
      if (place && !(event.repeat && this.#given.busy)) this.#press(place.pile)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  /** An arrow key that no other element handles moves to the pile that was used last. */
  downElsewhere(event: KeyboardEvent): void {
    if (!this.#hand.plays || !ARROWS[event.key] || hasModifier(event) || event.defaultPrevented) return
    const at = event.target as Element
    if (this.#given.root?.contains(at) || at.closest(HEARS_ARROWS) || document.querySelector('dialog[open]')) return
    event.preventDefault()
    this.#focus(this.focused)
    this.#shown = true
  }

  /** Pick a card for somebody at the keys, or with it the next deeper movable one if it is picked already, and go to the first place where it may be put. */
  pick(at: Pick): void {
    const own = this.#hand.picks.find(({ pile }) => pile === at.pile)
    if (!this.#hand.lift((own && this.#deeperThan(own)) ?? at)) return this.#refuse(at)
    this.#shown = true
    this.#toNextLit()
  }

  /** Say why a card can't be picked, as after a press on it. */
  #refuse(at: Pick): void {
    this.#hand.picks = []
    this.#hand.press(at, 'pick')
  }

  /** The next deeper movable card of a pile. */
  #deeperThan({ pile, index }: Pick): Pick | undefined {
    for (let deeper = index - 1; deeper >= 0; deeper--) {
      const at = { pile, index: deeper }
      if (this.#arrangement.codeAt(at) >= 0 && canPick(this.#hand.choices, at)) return at
    }
    return undefined
  }

  /** Handle Enter: it picks the top card, then the next deeper movable card, then none. */
  #press(pile: number): void {
    const { picks } = this.#hand
    const own = picks.find((pick) => pick.pile === pile)
    if (!own || picks.length > 1) return this.#hand.press(topOf(this.#arrangement.piles, pile), 'pick')
    const deeper = this.#deeperThan(own)
    if (deeper) this.#hand.lift(deeper)
    else this.#hand.picks = []
  }

  #toNextLit(): void {
    const order = [...this.#hand.lit].sort((a, b) => a - b)
    const next = order.find((pile) => pile > this.focused) ?? order[0]
    if (next !== undefined) this.#focus(next)
  }

  #focus(pile: number): void {
    this.#at = pile
    this.#given.root?.querySelector<HTMLElement>(`.pile[data-pile="${pile}"]`)?.focus()
  }
}
