/** A player's part at a shared table: the actions that are possible now, and their execution. */

import { untrack } from 'svelte'
import { t } from '../i18n/index.svelte'
import { said } from '../i18n/late/late'
import { notices, refusalText } from '../state/notices.svelte'
import type { Room } from '../room/room.svelte'
import { forbidden } from '../table/forbidden'
import { isAction, pilesOfMove, type Pick } from '../table/moves'
import { cardName } from '../table/names'
import { capital } from '../base/text'
import type { Refusal } from '../wire/connection.svelte'
import { HIDDEN, OTHERS, type Move, type TableEvent } from '../wire/types'
import { partsOf, roundOf } from './piles'
import { Rounds } from './rounds.svelte'

const NO_PILES: readonly (readonly number[])[] = []
const NO_POINTS: readonly number[] = []

/** An action that has a button. */
export type Doing = 'turn' | 'redeal' | 'stuck' | 'out'

export class Playing {
  picks = $state<Pick[]>([])
  readonly rounds: Rounds
  /** The number of unanswered actions. */
  #acting = $state(0)
  /** Actions whose buttons were pressed meanwhile. Each is made when its turn comes, if it is still legal. */
  #later = $state.raw<readonly Doing[]>([])

  constructor(readonly room: Room) {
    this.rounds = new Rounds(
      () => this.score,
      () => this.state?.isOver,
    )
    $effect(() => {
      const [next, ...rest] = this.#later
      if (!next || this.#acting) return
      this.#later = rest
      untrack(() => void this.act(next))
    })
  }

  readonly layout = $derived.by(() => this.room.layout)
  readonly parts = $derived.by(() => this.layout && partsOf(this.layout))
  /** All see the same table, so a player without a stream of their own sees the spectators' stream. */
  readonly view = $derived.by(() => this.room.own ?? this.room.boards.get(OTHERS))
  /** The seat at the bottom of the table; undefined for spectators. */
  readonly own = $derived.by(() => (this.room.role === 'player' ? this.room.seat : undefined))

  readonly #board = $derived.by(() => {
    void this.view?.version
    return this.view?.shown
  })

  readonly state = $derived.by(() => (this.parts && this.#board ? roundOf(this.parts, this.#board.counters) : undefined))

  get piles(): readonly (readonly number[])[] {
    return this.#board?.piles ?? NO_PILES
  }

  get score(): readonly number[] {
    return this.room.state?.match ?? NO_POINTS
  }

  readonly running = $derived.by(() => this.room.state?.phase === 'running')
  /** True between two rounds, as soon as the score and the time of the next are known: they come after the last move. */
  readonly isBetween = $derived.by(() => this.running && this.state?.isOver === true && this.room.state?.clock?.deadline !== undefined)
  /** True if the player may make moves. */
  readonly on = $derived.by(() => this.running && this.own !== undefined && this.room.mySeat?.state === 'playing' && this.state?.isOver === false)
  /** True if the player says that there is nothing to play. */
  readonly isStuck = $derived.by(() => this.own !== undefined && this.state?.stuck[this.own] === true)

  /** The moves of gestures; while an answer is awaited, only those that it can't change. The button alone says that there is nothing to play. */
  readonly moves = $derived.by<readonly Move[]>(() => {
    void this.#board
    if (!this.on) return []
    if (!this.room.waiting) return this.room.moves.filter(([name]) => name !== 'stuck')
    const touched = this.view?.touched() ?? new Set()
    return this.room.moves.filter((move) => !isAction(move) && !pilesOfMove(move).some((pile) => touched.has(pile)))
  })

  /** The legal move of an action; undefined if it is not legal now. */
  moveOf(doing: Doing): Move | undefined {
    return this.on ? this.room.moves.find(([name]) => name === doing) : undefined
  }

  /** A button was pressed. */
  async act(doing: Doing): Promise<void> {
    const move = this.moveOf(doing)
    if (this.#acting) this.#later = [...this.#later, doing]
    if (this.#acting || !move) return
    this.#acting++
    await this.play(move).finally(() => this.#acting--)
  }

  /** The key of the stock was pressed. */
  pressStock(): void {
    void this.act(this.moveOf('redeal') ? 'redeal' : 'turn')
  }

  /** Play a move. The player sees it at once, as far as its cards are known. */
  async play(move: Move): Promise<void> {
    notices.settle('move')
    await this.room.play(move, this.#eventsOf(move))
  }

  /** A card was put where it can't go: send the move, so that the server says why. Do nothing while an answer is awaited, which could change the reason. */
  async try(move: Move): Promise<void> {
    if (this.on && !this.room.waiting) await this.room.play(move, [])
  }

  /** The events of an action that the page knows beforehand: the waste is turned over. */
  #eventsOf(move: Move): TableEvent[] | undefined {
    if (!isAction(move) || move[0] !== 'redeal' || this.own === undefined) return undefined
    const mine = this.parts?.of[this.own]
    const waste = mine && this.piles[mine.waste]
    return mine && waste?.length ? [[1, mine.waste, mine.stock, waste.map(() => HIDDEN)]] : undefined
  }

  /** Why a press on this card does nothing; undefined while the page waits for an answer, which may change that. */
  whyNot({ pile, index }: Pick): string | undefined {
    const { parts, own, room } = this
    if (!parts || own === undefined || room.waiting) return undefined
    const mine = parts.of[own]
    const owner = parts.owners[pile]
    if (parts.of.some(({ foundations }) => foundations.includes(pile))) return said('shared.why.centre')
    if (owner !== own) return said('duel.why.theirs', { name: this.named(owner ?? -1) })
    if (pile === mine?.stock && !this.piles[pile]?.length) return said('shared.why.stock')
    const card = this.piles[pile]?.[index]
    return card === undefined || card < 0 ? said('duel.why.empty') : t('say.nowhere', { card: cardName(card) })
  }

  /** Why the server has refused a move. */
  refused(refusal: Refusal): void {
    if (!this.layout) return
    const isLate = refusal.code === 'wrong_phase' && this.running && this.room.mySeat?.state === 'playing'
    const why = refusal.rule ? forbidden(refusal.rule, this.layout) : isLate ? said('shared.late') : refusalText(refusal)
    notices.show(why, 'bad', 'move')
  }

  /** Say a text to screen readers, and with `seen` also show it. */
  readonly tell = (text: string, seen = false): void => {
    if (!seen) notices.say(text)
    else if (!this.room.waiting) notices.show(capital(text), 'info', 'move')
  }

  readonly named = (seat: number): string =>
    seat === this.own ? said('duel.you') : (this.room.state?.seats.find((one) => one.seat === seat)?.name ?? '')
}
