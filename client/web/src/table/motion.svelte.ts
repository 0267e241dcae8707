/** How cards move: those that go to another pile glide above all others; to turn over and to shake are small animations. */

import { onDestroy } from 'svelte'
import { SvelteSet } from 'svelte/reactivity'
import { settings } from '../settings.svelte'
import type { Arrangement } from './arrangement.svelte'
import type { PlacedByKey } from './placed'
import type { Given } from './props'

/** A card is on its way for so long, in milliseconds, as the styles of the table have it too. */
const GLIDE = 230
const SHAKE = [0, -5, 5, -3, 3, 0]

export class Motion {
  /** Keys of cards on their way, which lie above all others meanwhile. */
  readonly flying = new SvelteSet<number>()
  readonly #given: Given
  readonly #elements = new Map<number, HTMLElement>()
  #drawn: PlacedByKey = new Map()
  #landing: ReturnType<typeof setTimeout> | undefined

  constructor(given: Given, arrangement: Arrangement) {
    this.#given = given
    onDestroy(() => clearTimeout(this.#landing))
    $effect.pre(() => this.#follow(arrangement.byKey))
  }

  /** Makes a card's element known. */
  readonly element = (node: HTMLElement, key: number): { destroy: () => void } => {
    this.#elements.set(key, node)
    return { destroy: () => void this.#elements.delete(key) }
  }

  elementsOf(keys: readonly number[]): HTMLElement[] {
    return keys.flatMap((key) => this.#elements.get(key) ?? [])
  }

  /** Shake a card: that can't be done. */
  shake(key: number): void {
    if (settings.still) return
    this.#elements.get(key)?.animate({ transform: SHAKE.map((x) => `translateX(${x}px)`) }, { duration: 300, easing: 'ease-in-out' })
  }

  /** These cards are on their way. */
  fly(elements: readonly HTMLElement[]): void {
    for (const element of elements) this.flying.add(Number(element.dataset['key']))
  }

  #follow(cards: PlacedByKey): void {
    const gone: number[] = []
    for (const card of cards.values()) {
      const old = this.#drawn.get(card.key)
      if (!old || old === card) continue
      if (old.pile !== card.pile) gone.push(card.key)
      if (old.code !== card.code && (old.code < 0 || card.code < 0) && this.#moves) this.#turnOver(card.key)
    }
    this.#drawn = cards
    if (!gone.length || !this.#moves) return
    for (const key of gone) this.flying.add(key)
    clearTimeout(this.#landing)
    this.#landing = setTimeout(() => this.flying.clear(), GLIDE + 30)
  }

  get #moves(): boolean {
    return !settings.still && this.#given.moving
  }

  #turnOver(key: number): void {
    this.#elements.get(key)?.animate({ transform: ['scaleX(0.04)', 'scaleX(1)'] }, { duration: 190, easing: 'ease-out' })
  }
}
