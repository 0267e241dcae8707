/** The picked cards, the places where they may go, and the effects of presses. */

import { untrack } from 'svelte'
import { t } from '../i18n/index.svelte'
import type { Move } from '../wire/types'
import type { Arrangement } from './arrangement.svelte'
import type { Spread } from './geometry'
import type { Motion } from './motion.svelte'
import { bestOf, homeOf } from './best'
import {
  actionsWith,
  canPick,
  isAction,
  liftAt,
  litPiles,
  meantAction,
  meantMove,
  plainFrom,
  standsForAction,
  stepTo,
  tapMoves,
  targetsOf,
  type Choices,
  type Pick,
} from './moves'
import { cardName } from './names'
import type { Given } from './props'
import { stepsOfMove, topOf } from './steps'

/** The purpose of a press: to play the card's best move, to pick it and see where it may go, or to send it home. */
export type Wish = 'best' | 'pick' | 'home'

/** A waiting press: on a card or, if a press means an action there, on a pile. */
interface Waiting {
  readonly pile: number
  readonly key: number | undefined
  readonly wish: Wish
}

/** The card that was pressed last, and the piles where successive presses have put it. */
interface Trail {
  readonly key: number | undefined
  readonly been: ReadonlySet<number>
}

const NOWHERE: ReadonlySet<number> = new Set()

export class Hand {
  /** Presses whose effect depends on an awaited answer. Each is handled when its effect is known. */
  #waiting = $state.raw<readonly Waiting[]>([])
  #trail: Trail = { key: undefined, been: NOWHERE }
  readonly #given: Given
  readonly #arrangement: Arrangement
  readonly #motion: Motion

  constructor(given: Given, arrangement: Arrangement, motion: Motion) {
    this.#given = given
    this.#arrangement = arrangement
    this.#motion = motion
    // Drop a pick when the table changes under it.
    $effect.pre(() => {
      const choices = this.choices
      const [first] = this.picks
      if (first && !(this.picks.length === 1 ? canPick(choices, first) : actionsWith(choices, this.picks).length)) this.picks = []
    })
    $effect(() => {
      if (!this.#waiting.length || this.#given.busy) return
      untrack(() => this.#takeNext())
    })
  }

  get picks(): Pick[] {
    return this.#given.picks
  }

  set picks(picks: Pick[]) {
    this.#given.picks = picks
  }

  /** True if a player may play at this table. */
  get plays(): boolean {
    return this.#given.moves !== undefined
  }

  readonly choices = $derived.by<Choices>(() => ({ moves: this.#given.moves ?? [], piles: this.#arrangement.piles, ordered: this.#given.ordered, spared: this.#given.spared }))

  readonly targets = $derived.by(() => targetsOf(this.choices, this.picks))

  /** The steps of the move that a hint shows; undefined while something is picked. */
  readonly pointed = $derived.by(() => {
    const { shown, layout } = this.#given
    return shown && !this.picks.length ? stepsOfMove(shown, this.#arrangement.piles, layout) : undefined
  })

  /** The piles where the picked cards may go. */
  readonly lit = $derived.by(() => (this.pointed ? new Set(this.pointed.rest.map(({ pile }) => pile)) : litPiles(this.targets)))

  /** The keys of the cards that are picked with this one: all above it, or for an action this one alone. */
  keysFrom(pick: Pick): readonly number[] {
    const keys = this.#arrangement.keysOf(pick.pile)
    return plainFrom(this.choices, pick).length ? keys.slice(pick.index) : keys.slice(pick.index, pick.index + 1)
  }

  /** The moves that a press on this pile alone makes. */
  tapsOn(pile: number): Move[] {
    return tapMoves(this.choices, this.#given.layout, pile)
  }

  /** Pick up the cards that a drag from here takes along. Returns the lowest one. */
  pickUp(at: Pick): Pick | undefined {
    const lifted = liftAt(this.choices, at)
    if (lifted) this.picks = [lifted]
    return lifted
  }

  /** Pick a card up and announce where it may go. If the press is a whole move by itself, make the move. */
  lift(at: Pick): boolean {
    const lifted = liftAt(this.choices, at)
    if (!lifted) return false
    const sole = actionsWith(this.choices, [lifted])
    const isWhole = sole.length > 0 && sole.every((move) => move.length === 2)
    if (isWhole && !targetsOf(this.choices, [lifted]).plain.size) {
      this.#make(sole)
      return true
    }
    this.picks = [lifted]
    const found = litPiles(targetsOf(this.choices, this.picks)).size
    this.#given.onsay(`${cardName(this.#arrangement.codeAt(lifted))}. ${t('say.targets', { n: found })}`)
    return true
  }

  /** Handle a press on a card or an empty place. If its effect depends on an awaited answer, the press waits. */
  press(at: Pick, wish: Wish): void {
    if (!this.plays) return
    if (this.#given.busy && !this.#isCertain(at, wish)) {
      const key = this.standsFor(at.pile) ? undefined : this.#arrangement.keyAt(at)
      this.#waiting = [...this.#waiting, { pile: at.pile, key, wish }]
    } else this.#take(at, wish)
  }

  /** True if a press may send this card home, as far as is known. */
  canGoHome(at: Pick): boolean {
    if (!this.plays) return false
    if (this.#given.busy) return at.index >= topOf(this.#arrangement.piles, at.pile).index
    return homeOf(this.choices, this.#given.layout, at) !== undefined
  }

  /** True if a press on this pile makes an action, such as turning the stock, whatever card lies there. */
  standsFor(pile: number): boolean {
    return standsForAction(this.#given.layout, this.#arrangement.piles, pile)
  }

  /** The keys of the cards with waiting presses. */
  readonly awaited = $derived.by(() => new Set(this.#waiting.map(({ pile, key }) => key ?? this.#arrangement.keysOf(pile).at(-1))))

  /** Put the picked cards down at a point over this pile. Returns true if that made a move. */
  putDown(pile: number, point: Spread): boolean {
    const target = this.#meantAt(pile, point)
    const step = stepTo(this.choices, this.picks, target)
    if (step.kind === 'move') this.#make(step.moves)
    else this.picks = step.kind === 'add' ? [...this.picks, target] : []
    return step.kind === 'move'
  }

  /** True if a card that can't be moved may be dragged, so that the player learns why. */
  canTry(at: Pick): boolean {
    const { ontry, colours, own } = this.#given
    const isOwn = !colours || this.#arrangement.places[at.pile]?.at.owner === own
    return ontry !== undefined && isOwn && this.#arrangement.codeAt(at) >= 0
  }

  /** Ask the server why a card can't be put on this pile. */
  tryOn(at: Pick, pile: number): void {
    this.#given.ontry?.(this.#given.meant?.(at, pile) ?? meantMove(this.choices, this.#given.layout, at, pile))
  }

  /** Shake a card that can't be moved. Returns false if no open card is there. */
  shake(at: Pick): boolean {
    const key = this.#arrangement.keyAt(at)
    if (key === undefined || this.#arrangement.codeAt(at) < 0) return false
    this.#motion.shake(key)
    return true
  }

  /** Ask the server why the action that a press on this pile asks for, such as turning the stock, is illegal. */
  #askWhy(pile: number): void {
    const action = meantAction(this.#given.layout, this.#arrangement.piles, pile)
    if (action) this.#given.ontry?.(action)
  }

  #make(moves: readonly Move[]): void {
    this.picks = []
    this.#trail = { key: undefined, been: NOWHERE }
    this.#given.onplay(moves)
  }

  /** True if no awaited answer can change the effect of this press. */
  #isCertain(at: Pick, wish: Wish): boolean {
    if (this.picks.length) return stepTo(this.choices, this.picks, at).kind !== 'none'
    return wish === 'pick' && liftAt(this.choices, at) !== undefined
  }

  /** Handle the waiting presses, up to the first that makes a move. */
  #takeNext(): void {
    while (this.#waiting.length && !this.#given.busy) {
      const [next, ...rest] = this.#waiting as [Waiting, ...Waiting[]]
      this.#waiting = rest
      const at = this.#whereIs(next)
      if (at && this.plays) this.#take(at, next.wish)
    }
  }

  /** The present position of the pressed card or place; undefined if the card has left its pile meanwhile. */
  #whereIs({ pile, key }: Waiting): Pick | undefined {
    if (key === undefined) return topOf(this.#arrangement.piles, pile)
    const index = this.#arrangement.keysOf(pile).indexOf(key)
    return index < 0 ? undefined : { pile, index }
  }

  #take(at: Pick, wish: Wish): void {
    if (wish === 'home') {
      const home = homeOf(this.choices, this.#given.layout, at)
      return home ? this.#make([home]) : void this.shake(at)
    }
    if (this.picks.length && this.#goOn(at)) return
    const taps = this.tapsOn(at.pile)
    if (taps.length) return this.#make(taps.slice(0, 1))
    if (wish === 'best' ? this.#playBest(at) : this.lift(at)) return
    const [picked] = this.picks
    this.picks = []
    if (picked && this.#given.meant && picked.pile !== at.pile) return this.tryOn(picked, at.pile)
    const isOpen = this.shake(at)
    const why = this.#given.why?.(at)
    if (why !== undefined) this.#given.onsay(why, true)
    else if (isOpen) this.#given.onsay(t('say.nowhere', { card: cardName(this.#arrangement.codeAt(at)) }), true)
    else this.#askWhy(at.pile)
  }

  /** Play the best move of a card; a further press moves it on to the next place. Returns true if there was a move. */
  #playBest(at: Pick): boolean {
    const lifted = liftAt(this.choices, at)
    const key = lifted && this.#arrangement.keyAt(lifted)
    const been = key !== undefined && key === this.#trail.key ? this.#trail.been : NOWHERE
    const best = bestOf(this.choices, this.#given.layout, at, been)
    if (best.kind === 'none') return false
    if (best.kind === 'pick') return this.lift(best.from)
    this.#make(best.moves)
    const [move] = best.moves
    if (move && !isAction(move)) this.#trail = { key, been: new Set([...(been.has(move[1]) ? NOWHERE : been), move[0], move[1]]) }
    return true
  }

  /** Handle a press while something is picked: a move, one more pick, or one less. Returns false if it was none of these. */
  #goOn(at: Pick): boolean {
    const step = stepTo(this.choices, this.picks, at)
    const again = this.picks.find((pick) => pick.pile === at.pile && pick.index <= at.index)
    if (step.kind === 'move') this.#make(step.moves)
    else if (step.kind === 'add') this.picks = [...this.picks, at]
    else if (again) this.picks = this.picks.filter((pick) => pick !== again)
    else return false
    return true
  }

  /** The card of a lit pile that is meant at this point: the nearest card that the action allows, otherwise the top card. */
  #meantAt(pile: number, { x, y }: Spread): Pick {
    const { plain, spots } = this.targets
    const exact = spots.flatMap(({ spot }) => (typeof spot !== 'number' && spot[0] === pile ? [{ pile, index: spot[1] }] : []))
    if (plain.has(pile)) return topOf(this.#arrangement.piles, pile)
    const far = (pick: Pick) => {
      const card = this.#arrangement.byKey.get(this.#arrangement.keyAt(pick) ?? -1)
      return Math.hypot((card?.x ?? 0) - x, (card?.y ?? 0) - y)
    }
    const [near] = exact.sort((a, b) => far(a) - far(b))
    return near ?? topOf(this.#arrangement.piles, pile)
  }
}
