/**
 * Moves cards on the screen: cards that go to another pile glide above all others; dealing, turning over and shaking are small animations.
 * They are for the eye alone: a card has its new position before it moves, and a press never waits for a movement.
 */

import { onDestroy, tick } from 'svelte'
import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import { settings } from '../base/settings.svelte'
import type { Arrangement } from './arrangement.svelte'
import { BEGINNING, LANDING, LEAP, leapOf } from './leap'
import type { Placed, PlacedByKey } from './placed'
import type { Given } from './props'

/** The milliseconds that a card glides. The styles of the table have the same time. */
const GLIDE = 260
/** In milliseconds: the time to deal one card, and the time within which all cards begin. */
const DEALT = 260
const DEAL = 620
/** The largest number of leaping cards. */
const LEAPERS = 36
const ABOVE = 1000
const SHAKE = [0, -5, 5, -3, 3, 0]

export class Motion {
  /** The keys of gliding cards, which lie above all others. */
  readonly flying = new SvelteSet<number>()
  /** The colours of the backs of cards that glide face down. */
  readonly backs = new SvelteMap<number, string>()
  readonly #given: Given
  readonly #elements = new Map<number, HTMLElement>()
  #drawn: PlacedByKey = new Map()
  readonly #landing = new Set<ReturnType<typeof setTimeout>>()
  #dealing: Animation[] = []
  #leaping: Animation[] = []
  #lastDeal = 0
  readonly #arrangement: Arrangement

  constructor(given: Given, arrangement: Arrangement) {
    this.#given = given
    this.#arrangement = arrangement
    onDestroy(() => this.#landing.forEach(clearTimeout))
    $effect.pre(() => this.#follow(arrangement.byKey))
  }

  /** An action for `use:` that registers a card's element. */
  readonly element = (node: HTMLElement, key: number): { destroy: () => void } => {
    this.#elements.set(key, node)
    return { destroy: () => void this.#elements.delete(key) }
  }

  elementsOf(keys: readonly number[]): HTMLElement[] {
    return keys.flatMap((key) => this.#elements.get(key) ?? [])
  }

  /** Shake a card, to show that it can't be moved. */
  shake(key: number): void {
    if (settings.still) return
    this.#elements.get(key)?.animate({ transform: SHAKE.map((x) => `translateX(${x}px)`) }, { duration: 300, easing: 'ease-in-out' })
  }

  /** Lay all cards down at once that are still being dealt. Returns true if there were any. */
  endDeal(): boolean {
    const wasDealing = this.#dealing.some(({ playState }) => playState === 'running')
    for (const animation of this.#dealing) animation.finish()
    this.#dealing = []
    return wasDealing
  }

  /** Let the cards that are home leap off the table; resolves when they have. */
  async celebrate(): Promise<void> {
    if (!this.#moves || document.hidden) return
    const { fit } = this.#arrangement
    const ground = { width: fit.width, height: fit.height, half: fit.cardHeight / 2 }
    const cards = this.#home()
    this.#leaping = cards.flatMap(({ key, x, y }, nth) => {
      const translate = leapOf({ x, y }, nth, ground).map((at) => `${at.x}px ${at.y}px`)
      const zIndex = String(ABOVE + cards.length - nth)
      const delay = LANDING + (nth / cards.length) * BEGINNING
      return this.#elements.get(key)?.animate({ translate, zIndex: [zIndex, zIndex] }, { duration: LEAP, delay, easing: 'linear' }) ?? []
    })
    await Promise.allSettled(this.#leaping.map(({ finished }) => finished))
    this.#leaping = []
  }

  /** Lay all leaping cards down at once. */
  endCelebration(): void {
    for (const animation of this.#leaping) animation.finish()
  }

  /** The cards that leap, the uppermost first: those on foundations, otherwise those of the discard, otherwise all. */
  #home(): Placed[] {
    const { places, cards } = this.#arrangement
    const on = (kind: string) => new Set(places.filter(({ group }) => group.kind === kind).map(({ pile }) => pile))
    const [first, second] = [on('foundation'), on('discard')]
    const lie = (piles: ReadonlySet<number>) => cards.filter(({ pile }) => piles.has(pile))
    const found = [lie(first), lie(second), cards].find((some) => some.length) ?? []
    const height = (pile: number) => this.#arrangement.keysOf(pile).length
    return [...found].sort((a, b) => height(a.pile) - a.index - (height(b.pile) - b.index) || a.pile - b.pile).slice(0, LEAPERS)
  }

  /** Note that these cards begin to glide, unless nothing moves: then no card would ever land. */
  fly(elements: readonly HTMLElement[]): void {
    if (!this.#moves) return
    for (const element of elements) this.flying.add(Number(element.dataset['key']))
  }

  #follow(cards: PlacedByKey): void {
    if (cards.size && this.#isNewDeal() && this.#moves) void tick().then(() => this.#deal(cards))
    const gone: number[] = []
    for (const card of cards.values()) {
      const old = this.#drawn.get(card.key)
      if (!old || old === card) continue
      if (old.pile !== card.pile) gone.push(card.key)
      const back = old.pile !== card.pile && this.#moves ? this.#backOf(old.pile, card.pile) : undefined
      if (back) this.backs.set(card.key, back)
      if (old.code !== card.code && (old.code < 0 || card.code < 0) && this.#moves) this.#turnOver(card.key)
    }
    this.#drawn = cards
    if (!gone.length || !this.#moves) return
    for (const key of gone) this.flying.add(key)
    const landing = setTimeout(() => this.#land(landing, gone), GLIDE + 30)
    this.#landing.add(landing)
  }

  /** These cards have come to their places. */
  #land(landing: ReturnType<typeof setTimeout>, keys: readonly number[]): void {
    this.#landing.delete(landing)
    for (const key of keys) {
      this.flying.delete(key)
      if (this.backs.delete(key)) this.#turnOver(key)
    }
  }

  /** The colour of the back of a card that somebody else has played to a foundation. */
  #backOf(from: number, to: number): string | undefined {
    const { places } = this.#arrangement
    const { colours, own } = this.#given
    const owner = places[from]?.at.owner
    const goesHome = places[to]?.group.kind === 'foundation' && places[from]?.group.kind !== 'foundation'
    return owner !== undefined && owner !== own && goesHome ? colours?.[owner] : undefined
  }

  /** True if this deal must be shown. A player who comes in during a game has missed the deal. */
  #isNewDeal(): boolean {
    const deal = this.#given.deal ?? (this.#drawn.size ? 0 : 1)
    const isNew = deal > this.#lastDeal
    if (isNew) this.#lastDeal = deal
    return isNew && this.#given.deal !== undefined
  }

  get #moves(): boolean {
    return !settings.still && this.#given.moving
  }

  /** Show how all cards are dealt, round by round, from their owner's stock or, without one, from below the table. */
  #deal(cards: PlacedByKey): void {
    const { places, fit } = this.#arrangement
    const stocks = places.filter(({ group }) => group.kind === 'stock')
    const stockOf = (pile: number) => stocks.find(({ at }) => at.owner === places[pile]?.at.owner) ?? stocks[0]
    const below = { x: fit.width / 2, y: fit.height + fit.cardHeight }
    const dealt = [...cards.values()].filter(({ pile }) => pile !== stockOf(pile)?.pile).sort((a, b) => a.index - b.index || a.pile - b.pile)
    this.#dealing = dealt.flatMap(({ key, pile, x, y }, nth) => {
      const stock = stockOf(pile)
      const from = stock ? this.#arrangement.centreOf(stock) : below
      const translate = [`${from.x}px ${from.y}px`, `${x}px ${y}px`]
      const delay = (nth / dealt.length) * DEAL
      return this.#elements.get(key)?.animate({ translate }, { duration: DEALT, delay, easing: 'cubic-bezier(0.2, 0.8, 0.3, 1)', fill: 'backwards' }) ?? []
    })
  }

  #turnOver(key: number): void {
    this.#elements.get(key)?.animate({ transform: ['scaleX(0.04)', 'scaleX(1)'] }, { duration: 190, easing: 'ease-out' })
  }
}
