/** The pointer at a table: presses, drags, and held presses, which show a covered card whole. The right button sends a card home if it may go, otherwise it shows it whole. */

import { settings } from '../base/settings.svelte'
import type { Arrangement } from './arrangement.svelte'
import type { Spread } from './geometry'
import type { Hand } from './hand.svelte'
import type { Keys } from './keys.svelte'
import type { Motion } from './motion.svelte'
import type { Pick } from './moves'
import type { Given } from './props'
import { topOf } from './steps'

/** The milliseconds within which two taps are a double tap. */
const DOUBLE = 380
/** The milliseconds of a held press after which a covered card is shown whole. */
const HELD = 600
/** The share of a card's area that must cover a pile where it can't go, so that the drop counts as intended. */
const ON_PURPOSE = 0.3
/** The pixels that a finger may move during a tap. */
const SLOP = 6
/** The degrees by which held cards tilt for each pixel between two frames, the largest tilt, and the milliseconds until they are straight again. */
const TILT = 0.3
const MOST_TILT = 7
const HELD_STILL = 70

interface Press {
  readonly pointer: number
  readonly startX: number
  readonly startY: number
  readonly at: Pick
  readonly time: number
  /** The distance of the pointer from the start of the press. */
  x: number
  y: number
  /** The x of the pointer when the cards were drawn last. */
  before: number
  /** The elements of the dragged cards. */
  nodes: HTMLElement[]
  /** True if the player tried to drag a card that can't be moved. */
  stuck: boolean
}

export class Pointer {
  dragging = $state(false)
  /** The key of the card that is shown whole. */
  peek = $state<number | undefined>()
  readonly #given: Given
  readonly #arrangement: Arrangement
  readonly #motion: Motion
  readonly #hand: Hand
  readonly #keys: Keys
  #press: Press | undefined
  #frame = 0
  #look: ReturnType<typeof setTimeout> | undefined
  #upright: ReturnType<typeof setTimeout> | undefined
  #lastTap = { key: -1, time: -Infinity }

  constructor(given: Given, arrangement: Arrangement, motion: Motion, hand: Hand, keys: Keys) {
    this.#given = given
    this.#arrangement = arrangement
    this.#motion = motion
    this.#hand = hand
    this.#keys = keys
  }

  down(event: PointerEvent): void {
    // A press during the deal is meant for the cards that will lie there.
    const target = this.#motion.endDeal() ? document.elementFromPoint(event.clientX, event.clientY) : event.target
    const at = this.#under(target)
    if (event.button === 2 && at) this.#pressRight(at)
    else if (event.button === 0 && this.#hand.plays && !this.#press) this.#begin(event, at)
  }

  move(event: PointerEvent): void {
    const press = this.#press
    if (!press || event.pointerId !== press.pointer) return
    press.x = event.clientX - press.startX
    press.y = event.clientY - press.startY
    if (Math.hypot(press.x, press.y) >= SLOP) this.#endLook()
    if (!this.dragging && (press.stuck || Math.hypot(press.x, press.y) < SLOP || !this.#beginDrag(press))) return
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0
      for (const node of press.nodes) this.#moveNode(node, press.x, press.y)
      this.#tilt(press)
    })
  }

  up(event: PointerEvent): void {
    const looked = this.peek !== undefined
    this.#endLook()
    const press = this.#press
    if (!press || event.pointerId !== press.pointer) return
    const isCancelled = event.type === 'pointercancel'
    if (this.dragging) this.#drop(press, isCancelled)
    else if (press.stuck) this.#hand.shake(press.at)
    else if (!isCancelled && !(looked && event.timeStamp - press.time >= HELD)) this.#tap(press.at, event.timeStamp)
    this.#release(press)
  }

  /** Prevent the browser's menu, because the right button shows cards. */
  menu(event: MouseEvent): void {
    if (this.#under(event.target)) event.preventDefault()
  }

  /** The card or empty place under an event; undefined if there is none. */
  #under(target: EventTarget | null): Pick | undefined {
    const node = (target as Element | null)?.closest<HTMLElement>('[data-key], [data-pile]')
    if (!node || !this.#given.root?.contains(node)) return undefined
    if (node.dataset['key'] === undefined) return topOf(this.#arrangement.piles, Number(node.dataset['pile']))
    const card = this.#arrangement.byKey.get(Number(node.dataset['key']))
    if (card && this.#given.notes.get(card.pile)?.whole) return topOf(this.#arrangement.piles, card.pile)
    return card && { pile: card.pile, index: card.index }
  }

  #begin(event: PointerEvent, at: Pick | undefined): void {
    this.#keys.giveWay(at?.pile)
    if (!at) return void (this.#hand.picks = [])
    this.#press = { pointer: event.pointerId, startX: event.clientX, startY: event.clientY, at, time: event.timeStamp, x: 0, y: 0, before: 0, nodes: [], stuck: false }
    this.#given.root?.setPointerCapture(event.pointerId)
    if (at.index < (this.#arrangement.piles[at.pile]?.length ?? 0) - 1) this.#look = setTimeout(() => (this.peek = this.#arrangement.keyAt(at)), HELD)
  }

  #endLook(): void {
    clearTimeout(this.#look)
    this.peek = undefined
  }

  #beginDrag(press: Press): boolean {
    const lifted = this.#hand.pickUp(press.at)
    press.stuck = !lifted && !this.#hand.canTry(press.at)
    if (press.stuck) return false
    const keys = lifted ? this.#hand.keysFrom(lifted) : this.#arrangement.keysOf(press.at.pile).slice(press.at.index)
    press.nodes = this.#motion.elementsOf(keys)
    for (const node of press.nodes) node.classList.add('held')
    this.dragging = true
    return true
  }

  /** Move a card's element this far from the card's position. */
  #moveNode(node: HTMLElement, x: number, y: number): void {
    const card = this.#arrangement.byKey.get(Number(node.dataset['key']))
    if (card) node.style.translate = `${card.x + x}px ${card.y + y}px`
  }

  /** Tilt held cards against their movement, more if it is faster, until they are held still. */
  #tilt(press: Press): void {
    if (settings.still) return
    const degrees = Math.max(-MOST_TILT, Math.min(MOST_TILT, (press.x - press.before) * TILT))
    press.before = press.x
    this.#given.root?.style.setProperty('--tilt', `${degrees.toFixed(1)}deg`)
    clearTimeout(this.#upright)
    this.#upright = setTimeout(() => this.#given.root?.style.removeProperty('--tilt'), HELD_STILL)
  }

  #release(press: Press): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    for (const node of press.nodes) {
      node.classList.remove('held')
      this.#moveNode(node, 0, 0)
    }
    this.#press = undefined
    this.dragging = false
  }

  #pressRight(at: Pick): void {
    if (this.#hand.canGoHome(at)) this.#hand.press(at, 'home')
    else this.peek = this.#arrangement.keyAt(at)
  }

  #tap(at: Pick, time: number): void {
    if (settings.values.press === 'one') return this.#hand.press(at, 'best')
    const key = this.#arrangement.keyAt(at) ?? -1 - at.pile
    const twice = this.#lastTap.key === key && time - this.#lastTap.time < DOUBLE
    // A card that an action turns up keeps its key, but the earlier press was on the pile that it came from.
    this.#lastTap = { key, time: twice || this.#hand.standsFor(at.pile) ? -Infinity : time }
    if (twice) this.#hand.picks = []
    this.#hand.press(at, twice ? 'best' : 'pick')
  }

  /** Drop the held cards on the lit pile that they cover most. On any other pile, ask why they can't go there. */
  #drop(press: Press, isCancelled: boolean): void {
    const pick = this.#hand.picks[0] ?? press.at
    const held = this.#arrangement.byKey.get(this.#arrangement.keyAt(pick) ?? -1)
    if (!held || isCancelled) return void (this.#hand.picks = [])
    const point = { x: held.x + press.x, y: held.y + press.y }
    const lit = this.#mostCovered(this.#hand.picks.length ? this.#hand.lit : [], pick.pile, point)
    if (lit !== undefined) {
      if (this.#hand.putDown(lit, point)) this.#motion.fly(press.nodes)
      return
    }
    this.#hand.picks = []
    const { card, cardHeight } = this.#arrangement.fit
    const wrong = this.#mostCovered(this.#arrangement.places.keys(), pick.pile, point, card * cardHeight * ON_PURPOSE)
    if (wrong !== undefined) this.#hand.tryOn(pick, wrong)
  }

  /** The pile, other than `own`, that a card held here covers most, if it is more than `least` square pixels. */
  #mostCovered(piles: Iterable<number>, own: number, point: Spread, least = 0): number | undefined {
    let best: { pile: number; cover: number } | undefined
    for (const pile of piles) {
      const place = this.#arrangement.places[pile]
      if (!place || pile === own) continue
      const cover = this.#arrangement.coverOf(place, point)
      if (cover > (best?.cover ?? least)) best = { pile, cover }
    }
    return best?.pile
  }
}
