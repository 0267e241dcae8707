/** One board of a room as it is shown: the server's truth, and on the player's own board moves that run ahead of it. */

import { untrack } from 'svelte'
import type { Move, TableEvent, TableState } from '../wire/types'
import { isAction, pilesOfMove } from './moves'
import { applyEvent, applyEvents, boardFrom, copyBoard, fits, type Board } from './board'

/** A move that was shown before the server has answered. */
interface Ahead {
  readonly token: number
  readonly move: Move
  readonly events: readonly TableEvent[]
}

/** What a plain move does; of other moves nobody knows without the rules. */
function eventsOf(move: Move): TableEvent[] {
  return isAction(move) ? [] : [[0, move[0], move[1], move[2]]]
}

export class BoardView {
  /** Goes up whenever there is something new to draw. */
  version = $state(0)
  /** The number of the last message of this board's stream. */
  seq = -1
  /** What is drawn. */
  shown: Board
  #truth: Board
  #ahead: Ahead[] = []
  #tokens = 0

  constructor(table: TableState, seq: number) {
    this.#truth = boardFrom(table)
    this.shown = this.#truth
    this.seq = seq
  }

  /** A snapshot came: the truth from now on. */
  reset(table: TableState, seq: number): void {
    this.#truth = boardFrom(table, this.shown)
    this.seq = seq
    this.#ahead = []
    this.#draw()
  }

  /** What changed. Throws `BoardError` where it does not fit. */
  apply(events: readonly TableEvent[], seq: number): void {
    // What is drawn is never changed, but replaced: whoever looks at a pile sees by that that there is something new.
    this.#truth = copyBoard(this.#truth)
    applyEvents(this.#truth, events)
    this.seq = seq
    this.#ahead.shift()
    this.#draw()
  }

  /** Show this board, of a replay say, as it is now. */
  show(board: Board): void {
    this.#truth = copyBoard(board)
    this.#draw()
  }

  /** Show a move at once, by these events. Returns what to give `answered` when the server has answered. */
  runAhead(move: Move, events: readonly TableEvent[] = eventsOf(move)): number {
    const token = ++this.#tokens
    if (events.length) {
      this.#ahead.push({ token, move, events })
      this.#draw()
    }
    return token
  }

  /** What the server has told, without the moves that run ahead. */
  get truth(): Board {
    return this.#truth
  }

  /** The server has answered: the move is in the truth now, or was refused. */
  answered(token: number): void {
    const before = this.#ahead.length
    this.#ahead = this.#ahead.filter((ahead) => ahead.token !== token)
    if (this.#ahead.length !== before) this.#draw()
  }

  /** The piles that moves not yet answered have touched. */
  touched(): Set<number> {
    return new Set(this.#ahead.flatMap(({ move }) => pilesOfMove(move)))
  }

  #draw(): void {
    this.shown = this.#truth
    if (this.#ahead.length) {
      this.shown = copyBoard(this.#truth)
      for (const { events } of this.#ahead) for (const event of events) if (fits(this.shown, event)) applyEvent(this.shown, event)
    }
    // To draw is no reason to draw again.
    untrack(() => this.version++)
  }
}
