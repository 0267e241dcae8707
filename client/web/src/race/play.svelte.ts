/** A player's own board in a race: the actions that are possible now, and their execution. */

import { untrack } from 'svelte'
import { t } from '../i18n/index.svelte'
import { settings } from '../base/settings.svelte'
import { notices, refusalText } from '../state/notices.svelte'
import type { Room } from '../room/room.svelte'
import { placesOf } from '../table/geometry'
import { anyHome, buttonMoves, isAction, meantAction, pilesOfKind, pilesOfMove, type Choices, type Pick } from '../table/moves'
import { moveText, moveWithCards } from '../table/names'
import { capital } from '../base/text'
import type { Refusal } from '../wire/connection.svelte'
import type { Move } from '../wire/types'
import { Hints } from './hints.svelte'
import { sendHome } from './homing'
import type { Lamp } from './lamp.svelte'
import { Past } from './past'
import { moveRefused } from './refused'
import { STOCK, stockMove } from './stock'
import { whyNoUndo } from './undo'

/** The milliseconds between two cards that go home by themselves. */
const PACE = 90

export class Play {
  picks = $state<Pick[]>([])
  /** The moves among which the player must choose; empty if there is no choice. */
  chooser = $state.raw<readonly Move[]>([])
  finishing = $state(false)
  readonly hints: Hints
  /** The lamp above the tools, in a room whose hints see all the cards. */
  lamp = $state.raw<Lamp | undefined>()

  /** The text of each move, by the number of moves before it. */
  #said = new Map<number, string>()

  /** Actions whose buttons were pressed while an answer was awaited. Each is made when the answer has come, if it is still legal. */
  #later = $state.raw<readonly [string][]>([])

  readonly #past = new Past()

  constructor(readonly room: Room) {
    this.hints = new Hints(() => room.moves)
    $effect(() => {
      if (this.layout && this.board && !room.waiting) this.#past.arrive(this.choices, this.layout)
    })
    $effect(() => {
      const [next, ...rest] = this.#later
      if (!next || room.waiting) return
      this.#later = rest
      if (this.buttons.some(([name]) => name === next[0])) untrack(() => void this.play(next))
    })
  }

  readonly layout = $derived.by(() => this.room.layout)
  readonly #places = $derived.by(() => (this.layout ? placesOf(this.layout) : []))

  /** True if the player may make moves on the board. */
  readonly on = $derived.by(() => {
    const state = this.room.mySeat?.state
    return this.room.state?.phase === 'running' && (state === 'playing' || state === 'stuck')
  })

  readonly board = $derived.by(() => {
    void this.room.own?.version
    return this.room.own?.shown
  })

  /** The legal moves; while an answer is awaited, only those that it can't change. */
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
  /** The legal action that turns the stock, deals from it, or makes a new one; undefined if there is none. */
  readonly ofStock = $derived.by(() => stockMove(this.buttons))
  /** True if the game has such an action. */
  readonly hasStock = $derived.by(() => this.layout?.actions.some(({ name }) => STOCK.includes(name)) ?? false)
  readonly isStuck = $derived.by(() => this.on && this.room.own !== undefined && !this.room.moves.length && !this.room.waiting && this.room.mySeat?.state === 'stuck')
  /** True if the room allows undo. */
  readonly hasUndo = $derived.by(() => this.room.state !== undefined && this.room.state.rules.undo !== 'none')
  readonly canUndo = $derived.by(() => this.on && this.room.undo && this.hasUndo && !this.finishing)
  /** Why nothing can be taken back now, for the disabled button; undefined while it is only disabled until an answer comes. */
  readonly whyNoUndo = $derived.by(() => {
    const { mySeat, state, waiting } = this.room
    if (this.canUndo || waiting || !state) return undefined
    const why = whyNoUndo(this.on, this.finishing, mySeat?.moves ?? 0, state.rules.undo)
    return why && t(`play.undo.${why}`)
  })
  /** True if this room has hints. */
  readonly hasHints = $derived.by(() => this.room.state?.rules.hints === true || this.room.state?.rules.advice === true)
  readonly canHint = $derived.by(() => this.on && this.hasHints)
  readonly goesHome = $derived.by(() => this.on && this.#nextHome() !== undefined)
  /** True if the game has foundations; then the button "All home" keeps its place. */
  readonly hasHomes = $derived.by(() => this.layout !== undefined && pilesOfKind(this.layout, 'foundation').size > 0)

  get #piles(): Choices['piles'] {
    return this.board?.piles ?? []
  }

  /** A gesture on the table meant one of these moves. */
  made(moves: readonly Move[]): void {
    if (moves.length > 1) this.chooser = moves
    else if (moves[0]) void this.play(moves[0])
  }

  /** The button of an action was pressed. */
  act(move: [string]): void {
    if (this.room.waiting) this.#later = [...this.#later, move]
    else void this.play(move)
  }

  /** The key of the stock was pressed: make its action, or ask the server why none is legal. */
  pressStock(): void {
    if (this.ofStock) return this.act(this.ofStock)
    const [pile] = this.layout ? pilesOfKind(this.layout, 'stock') : []
    const meant = this.layout && pile !== undefined && meantAction(this.layout, this.#piles, pile)
    if (meant) void this.try(meant)
  }

  async play(move: Move): Promise<boolean> {
    this.chooser = []
    this.hints.hide()
    notices.settle('move')
    notices.say(this.#note(move))
    if (this.layout) this.#past.make(move, this.#piles, this.layout)
    return this.room.play(move)
  }

  /** A card was put where it can't go: send the move, so that the server says why. Do nothing while an answer is awaited, which could change the reason. */
  async try(move: Move): Promise<void> {
    if (this.on && !this.room.waiting && !this.finishing) await this.room.play(move, [])
  }

  /** Say a text to screen readers, and with `seen` also show it, unless an answer is awaited, which could change it. */
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
    this.#past.drop()
    const refusal = await this.room.takeBack()
    if (!refusal) notices.say(t('play.undone'))
    else notices.show(this.whyNoUndo ?? refusalText(refusal), 'bad')
  }

  hint(): void {
    if (!this.layout || !this.canHint) return
    const found = this.#winning ?? this.hints.next(this.choices, this.layout, this.#past)
    if (!found) return this.choices.moves.length ? notices.show(t('play.hint.none'), 'info', 'move') : undefined
    this.hints.show(found)
    this.picks = []
    notices.say(this.textOf(found))
  }

  /** Send all cards home that go home, one after the other, without dealing further cards. */
  async finish(): Promise<void> {
    const { layout } = this
    if (!layout || this.finishing) return
    this.finishing = true
    const stocks = [...pilesOfKind(layout, 'stock')]
    await sendHome<Move>({
      next: () => (this.on ? this.#nextHome() : undefined),
      inStock: () => stocks.reduce((sum, pile) => sum + (this.#piles[pile]?.length ?? 0), 0),
      play: (move) => {
        this.#note(move)
        return this.room.play(move)
      },
      pause: () => new Promise((resolve) => setTimeout(resolve, settings.still ? 0 : PACE)),
    })
    this.finishing = false
  }

  /** Return the text of the move after the first `count` moves; undefined if this page did not make it. */
  moveAfter(count: number): string | undefined {
    return this.#said.get(count)
  }

  /** Note the cards of a move that is made now, and return its text. */
  #note(move: Move): string {
    const text = this.layout ? moveWithCards(move, this.choices, this.#places, this.layout) : ''
    this.#said.set((this.room.mySeat?.moves ?? 0) + this.room.waiting, text)
    return this.textOf(move)
  }

  /** The next move of a line that wins, where the server has told one. */
  get #winning(): Move | undefined {
    const wanted = JSON.stringify(this.lamp?.advice?.move)
    return this.moves.find((move) => JSON.stringify(move) === wanted)
  }

  textOf(move: Move): string {
    return this.layout ? moveText(move, this.choices, this.#places, this.layout) : ''
  }

  #nextHome(): Move | undefined {
    return this.layout && anyHome({ moves: this.room.moves, piles: this.#piles }, this.layout)
  }
}
