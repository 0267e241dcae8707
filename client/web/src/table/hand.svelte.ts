/** What is picked, where it may go, and what a press on a card or place does. */

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

/** What a press asks for: the best move of the card, to pick it and see where it may go, or to send it home. */
export type Wish = 'best' | 'pick' | 'home'

/** A press that waits: on a card, or where a press means an action on the pile. */
interface Waiting {
  readonly pile: number
  readonly key: number | undefined
  readonly wish: Wish
}

/** The card that was pressed last, and where it has been by presses in a row. */
interface Trail {
  readonly key: number | undefined
  readonly been: ReadonlySet<number>
}

const NOWHERE: ReadonlySet<number> = new Set()

export class Hand {
  /** Presses made while an answer is awaited, which decides what they mean; each is taken as soon as that is known. */
  #waiting = $state.raw<readonly Waiting[]>([])
  #trail: Trail = { key: undefined, been: NOWHERE }
  readonly #given: Given
  readonly #arrangement: Arrangement
  readonly #motion: Motion

  constructor(given: Given, arrangement: Arrangement, motion: Motion) {
    this.#given = given
    this.#arrangement = arrangement
    this.#motion = motion
    // A pick is dropped when the table moves on beneath it.
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

  /** Whether somebody plays here. */
  get plays(): boolean {
    return this.#given.moves !== undefined
  }

  readonly choices = $derived.by<Choices>(() => ({ moves: this.#given.moves ?? [], piles: this.#arrangement.piles, ordered: this.#given.ordered, spared: this.#given.spared }))

  readonly targets = $derived.by(() => targetsOf(this.choices, this.picks))

  /** The steps of the move that is pointed at, as long as nothing is picked. */
  readonly pointed = $derived.by(() => {
    const { shown, layout } = this.#given
    return shown && !this.picks.length ? stepsOfMove(shown, this.#arrangement.piles, layout) : undefined
  })

  /** The piles where what is picked may go. */
  readonly lit = $derived.by(() => (this.pointed ? new Set(this.pointed.rest.map(({ pile }) => pile)) : litPiles(this.targets)))

  /** The keys of the cards that go along when this one is picked: all above it, or for an action it alone. */
  keysFrom(pick: Pick): readonly number[] {
    const keys = this.#arrangement.keysOf(pick.pile)
    return plainFrom(this.choices, pick).length ? keys.slice(pick.index) : keys.slice(pick.index, pick.index + 1)
  }

  /** What a press on this pile alone means. */
  tapsOn(pile: number): Move[] {
    return tapMoves(this.choices, this.#given.layout, pile)
  }

  /** Pick up whatever a drag from here takes along. */
  take(at: Pick): Pick | undefined {
    const lifted = liftAt(this.choices, at)
    if (lifted) this.picks = [lifted]
    return lifted
  }

  /** Pick a card up, and say where it may go; one that means a whole move by itself makes it. */
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

  /** A press on a card or an empty place. While an answer is awaited that decides what it means, the press waits with it. */
  press(at: Pick, wish: Wish): void {
    if (!this.plays) return
    if (this.#given.busy && !this.#isCertain(at, wish)) {
      const key = this.standsFor(at.pile) ? undefined : this.#arrangement.keyAt(at)
      this.#waiting = [...this.#waiting, { pile: at.pile, key, wish }]
    } else this.#take(at, wish)
  }

  /** Whether this card may be sent home by a press, as far as is known. */
  canGoHome(at: Pick): boolean {
    if (!this.plays) return false
    if (this.#given.busy) return at.index >= topOf(this.#arrangement.piles, at.pile).index
    return homeOf(this.choices, this.#given.layout, at) !== undefined
  }

  /** Whether a press on this pile means an action, such as to turn the stock, whatever card lies there. */
  standsFor(pile: number): boolean {
    return standsForAction(this.#given.layout, this.#arrangement.piles, pile)
  }

  /** The keys of the cards whose presses wait. */
  readonly awaited = $derived.by(() => new Set(this.#waiting.map(({ pile, key }) => key ?? this.#arrangement.keysOf(pile).at(-1))))

  /** Put what is picked down at a point over this pile. Returns whether a move was made of it. */
  putDown(pile: number, point: Spread): boolean {
    const target = this.#meantAt(pile, point)
    const step = stepTo(this.choices, this.picks, target)
    if (step.kind === 'move') this.#make(step.moves)
    else this.picks = step.kind === 'add' ? [...this.picks, target] : []
    return step.kind === 'move'
  }

  /** Whether a card that can't be moved may be dragged all the same, to be told why. */
  canTry(at: Pick): boolean {
    return this.#given.ontry !== undefined && this.#arrangement.codeAt(at) >= 0
  }

  /** Ask why a card can't be put on this pile. */
  tryOn(at: Pick, pile: number): void {
    this.#given.ontry?.(this.#given.meant?.(at, pile) ?? meantMove(this.choices, this.#given.layout, at, pile))
  }

  /** Shake a card that can't be moved. Returns whether there is one that lies open. */
  shake(at: Pick): boolean {
    const key = this.#arrangement.keyAt(at)
    if (key === undefined || this.#arrangement.codeAt(at) < 0) return false
    this.#motion.shake(key)
    return true
  }

  #make(moves: readonly Move[]): void {
    this.picks = []
    this.#trail = { key: undefined, been: NOWHERE }
    this.#given.onplay(moves)
  }

  /** Whether no answer that is awaited can change what this press means. */
  #isCertain(at: Pick, wish: Wish): boolean {
    if (this.picks.length) return stepTo(this.choices, this.picks, at).kind !== 'none'
    return wish === 'pick' && liftAt(this.choices, at) !== undefined
  }

  /** Take the presses that wait, up to the first that makes a move. */
  #takeNext(): void {
    while (this.#waiting.length && !this.#given.busy) {
      const [next, ...rest] = this.#waiting as [Waiting, ...Waiting[]]
      this.#waiting = rest
      const at = this.#whereIs(next)
      if (at && this.plays) this.#take(at, next.wish)
    }
  }

  /** Where what was pressed lies now: a card that has gone elsewhere meanwhile is not meant any more. */
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
  }

  /** Play the best move of a card; the same card again goes on to the next place. Returns whether there was anything to do. */
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

  /** What a press means while something is picked: a move, one more pick, or one less. Returns whether it was any. */
  #goOn(at: Pick): boolean {
    const step = stepTo(this.choices, this.picks, at)
    const again = this.picks.find((pick) => pick.pile === at.pile && pick.index <= at.index)
    if (step.kind === 'move') this.#make(step.moves)
    else if (step.kind === 'add') this.picks = [...this.picks, at]
    else if (again) this.picks = this.picks.filter((pick) => pick !== again)
    else return false
    return true
  }

  /** Which card of a lit pile is meant at this point: the nearest of those that an action asks for, else the top. */
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
