/** A board of a room as it is shown: the server's state and, on the player's own board, moves that the server has not answered yet. */

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

/** The events of a plain move; none for an action, whose events only the rules know. */
function eventsOf(move: Move): TableEvent[] {
  return isAction(move) ? [] : [[0, move[0], move[1], move[2]]]
}

export class BoardView {
  /** A counter that grows whenever something new must be drawn. */
  version = $state(0)
  /** The number of the last message of this board's stream. */
  seq = -1
  /** The drawn board. */
  shown: Board
  #truth: Board
  #ahead: Ahead[] = []
  #tokens = 0

  constructor(table: TableState, seq: number) {
    this.#truth = boardFrom(table)
    this.shown = this.#truth
    this.seq = seq
  }

  /** Take a snapshot as the server's state. */
  reset(table: TableState, seq: number): void {
    this.#truth = boardFrom(table, this.shown)
    this.seq = seq
    this.#ahead = []
    this.#draw()
  }

  /** Apply events of the server: its answer to a move that was shown before, or anything else. Throws `BoardError` if one does not fit. */
  apply(events: readonly TableEvent[], seq: number): void {
    // The drawn board is replaced, never changed, so a pile that is another object has new content.
    this.#truth = copyBoard(this.#truth)
    applyEvents(this.#truth, events)
    this.seq = seq
    // At a table for several players other moves come first, and they keep what ran ahead.
    const first = JSON.stringify(events[0])
    const answered = this.#ahead.find((ahead) => JSON.stringify(ahead.events[0]) === first)
    this.#ahead = this.#ahead.filter((ahead) => ahead !== answered)
    this.#draw()
  }

  /** Show a board, such as that of a replay, in its present state. */
  show(board: Board): void {
    this.#truth = copyBoard(board)
    this.#draw()
  }

  /** Show a move at once by these events. Returns the token for `answered`. */
  runAhead(move: Move, events: readonly TableEvent[] = eventsOf(move)): number {
    const token = ++this.#tokens
    if (events.length) {
      this.#ahead.push({ token, move, events })
      this.#draw()
    }
    return token
  }

  /** The server's state, without unanswered moves. */
  get truth(): Board {
    return this.#truth
  }

  /** The server has answered a move: its state includes the move now, or the move was refused. */
  answered(token: number): void {
    const before = this.#ahead.length
    this.#ahead = this.#ahead.filter((ahead) => ahead.token !== token)
    if (this.#ahead.length !== before) this.#draw()
  }

  /** The piles that unanswered moves have changed. */
  touched(): Set<number> {
    return new Set(this.#ahead.flatMap(({ move }) => pilesOfMove(move)))
  }

  #draw(): void {
    this.shown = this.#truth
    if (this.#ahead.length) {
      this.shown = copyBoard(this.#truth)
      for (const { events } of this.#ahead) for (const event of events) if (fits(this.shown, event)) applyEvent(this.shown, event)
    }
    // Reading the version here would make drawing cause another drawing.
    untrack(() => this.version++)
  }
}
