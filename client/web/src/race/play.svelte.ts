/** A player's own board in a race: what may be done there now, and how it is done. */

import { untrack } from 'svelte'
import { t } from '../i18n/index.svelte'
import { settings } from '../base/settings.svelte'
import { notices, refusalText } from '../state/notices.svelte'
import type { Room } from '../room/room.svelte'
import { placesOf } from '../table/geometry'
import { anyHome, buttonMoves, isAction, pilesOfKind, pilesOfMove, type Choices, type Pick } from '../table/moves'
import { moveText } from '../table/names'
import { capital } from '../base/text'
import type { Refusal } from '../wire/connection.svelte'
import type { Move } from '../wire/types'
import { Hints } from './hints.svelte'
import { sendHome } from './homing'
import { moveRefused } from './refused'
import { STOCK, stockMove } from './stock'
import { whyNoUndo } from './undo'

/** Between two cards that go home by themselves, in milliseconds. */
const PACE = 90

export class Play {
  picks = $state<Pick[]>([])
  /** Moves of which the player has to choose one. */
  chooser = $state.raw<readonly Move[]>([])
  finishing = $state(false)
  readonly hints: Hints

  /** Actions whose buttons were pressed while an answer was awaited: each is made when that is here, if it still can be. */
  #later = $state.raw<readonly [string][]>([])

  constructor(readonly room: Room) {
    this.hints = new Hints(() => room.moves)
    $effect(() => {
      const [next, ...rest] = this.#later
      if (!next || room.waiting) return
      this.#later = rest
      if (this.buttons.some(([name]) => name === next[0])) untrack(() => void this.play(next))
    })
  }

  readonly layout = $derived.by(() => this.room.layout)
  readonly #places = $derived.by(() => (this.layout ? placesOf(this.layout) : []))

  /** Whether the player's board may be played on. */
  readonly on = $derived.by(() => {
    const state = this.room.mySeat?.state
    return this.room.state?.phase === 'running' && (state === 'playing' || state === 'stuck')
  })

  readonly board = $derived.by(() => {
    void this.room.own?.version
    return this.room.own?.shown
  })

  /** The legal moves; while an answer is awaited, only those that have nothing to do with it. */
  readonly moves = $derived.by<readonly Move[]>(() => {
    void this.board
    if (!this.on) return []
    if (!this.room.waiting) return this.room.moves
    const touched = this.room.own?.touched() ?? new Set()
    return this.room.moves.filter((move) => !isAction(move) && !pilesOfMove(move).some((pile) => touched.has(pile)))
  })

  readonly choices = $derived.by<Choices>(() => ({ moves: this.moves, piles: this.#piles }))
  /** The actions that have buttons; they keep them while an answer is awaited. */
  readonly buttons = $derived.by(() => buttonMoves({ moves: this.on ? this.room.moves : [], piles: this.#piles }))
  /** The action that turns the stock, or deals from it, or begins it anew, if one can be made now. */
  readonly ofStock = $derived.by(() => stockMove(this.buttons))
  /** Whether the game has such an action. */
  readonly hasStock = $derived.by(() => this.layout?.actions.some(({ name }) => STOCK.includes(name)) ?? false)
  readonly isStuck = $derived.by(() => this.on && this.room.own !== undefined && !this.room.moves.length && !this.room.waiting && this.room.mySeat?.state === 'stuck')
  /** Whether moves can be taken back here at all. */
  readonly hasUndo = $derived.by(() => this.room.state !== undefined && this.room.state.rules.undo !== 'none')
  readonly canUndo = $derived.by(() => this.on && this.room.undo && this.hasUndo && !this.finishing)
  /** Why nothing can be taken back now: told wherever the button is greyed, but for the moment in which an answer is awaited. */
  readonly whyNoUndo = $derived.by(() => {
    const { mySeat, state, waiting } = this.room
    if (this.canUndo || waiting || !state) return undefined
    const why = whyNoUndo(this.on, this.finishing, mySeat?.moves ?? 0, state.rules.undo)
    return why && t(`play.undo.${why}`)
  })
  readonly canHint = $derived.by(() => this.on && this.room.state?.rules.hints === true)
  readonly goesHome = $derived.by(() => this.on && this.#nextHome() !== undefined)
  /** Whether cards ever go home by themselves: the button for that keeps its place then. */
  readonly hasHomes = $derived.by(() => this.layout !== undefined && pilesOfKind(this.layout, 'foundation').size > 0)

  get #piles(): Choices['piles'] {
    return this.board?.piles ?? []
  }

  /** A gesture was made on the table that means one of these moves. */
  made(moves: readonly Move[]): void {
    if (moves.length > 1) this.chooser = moves
    else if (moves[0]) void this.play(moves[0])
  }

  /** The button of an action was pressed. */
  act(move: [string]): void {
    if (this.room.waiting) this.#later = [...this.#later, move]
    else void this.play(move)
  }

  async play(move: Move): Promise<boolean> {
    this.chooser = []
    this.hints.hide()
    notices.say(this.textOf(move))
    return this.room.play(move)
  }

  /** A card was put where it can't go: the server says why. Only where no answer is awaited, since that could change it. */
  async try(move: Move): Promise<void> {
    if (this.on && !this.room.waiting && !this.finishing) await this.room.play(move, [])
  }

  /** Something to say aloud, or to show. While an answer is awaited nothing is certain enough to be shown. */
  tell(text: string, seen = false): void {
    if (!seen) notices.say(text)
    else if (!this.room.waiting) notices.show(capital(text), 'info', 'move')
  }

  /** The server has refused a move. */
  refused(refusal: Refusal): void {
    if (this.layout) notices.show(moveRefused(refusal, this.layout), 'bad', 'move')
  }

  async undo(): Promise<void> {
    if (this.whyNoUndo) return notices.show(this.whyNoUndo)
    if (!this.canUndo) return
    this.hints.hide()
    const refusal = await this.room.takeBack()
    if (!refusal) notices.say(t('play.undone'))
    else notices.show(this.whyNoUndo ?? refusalText(refusal), 'bad')
  }

  hint(): void {
    if (!this.layout || !this.canHint) return
    const found = this.hints.next(this.choices, this.layout)
    if (!found) return
    this.picks = []
    notices.say(this.textOf(found))
  }

  /** Send home all that goes home, one after the other, without dealing on. */
  async finish(): Promise<void> {
    const { layout } = this
    if (!layout || this.finishing) return
    this.finishing = true
    const stocks = [...pilesOfKind(layout, 'stock')]
    await sendHome<Move>({
      next: () => (this.on ? this.#nextHome() : undefined),
      inStock: () => stocks.reduce((sum, pile) => sum + (this.#piles[pile]?.length ?? 0), 0),
      play: (move) => this.room.play(move),
      pause: () => new Promise((resolve) => setTimeout(resolve, settings.still ? 0 : PACE)),
    })
    this.finishing = false
  }

  textOf(move: Move): string {
    return this.layout ? moveText(move, this.choices, this.#places, this.layout) : ''
  }

  #nextHome(): Move | undefined {
    return this.layout && anyHome({ moves: this.room.moves, piles: this.#piles }, this.layout)
  }
}
