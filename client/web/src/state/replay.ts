/** A replay: boards that can be set to any moment of a race that is over. Pure but for what it draws on. */

import type { Millis, ReplayBoard, TableEvent } from '../wire/types'
import { applyEvents, boardFrom, copyBoard, type Board } from './board'

/** Between two kept positions lie this many steps, so that going back is quick. */
const EVERY = 40

export class Film {
  /** When the last step was made. */
  readonly length: Millis
  readonly #steps: readonly (readonly [Millis, readonly TableEvent[]])[]
  readonly #kept: Board[]
  #board: Board
  #at = 0

  constructor(board: ReplayBoard) {
    this.#steps = board.steps
    this.length = board.steps.at(-1)?.[0] ?? 0
    this.#board = boardFrom(board.start)
    this.#kept = [copyBoard(this.#board)]
  }

  /** The number of steps made at a moment. */
  stepsAt(moment: Millis): number {
    let [low, high] = [0, this.#steps.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#steps[middle] as readonly [Millis, unknown])[0] <= moment) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The table at a moment. What is returned changes with the next call. */
  boardAt(moment: Millis): Board {
    const wanted = this.stepsAt(moment)
    if (wanted < this.#at) {
      this.#at = Math.floor(wanted / EVERY) * EVERY
      this.#board = copyBoard(this.#kept[this.#at / EVERY] as Board)
    }
    while (this.#at < wanted) {
      applyEvents(this.#board, (this.#steps[this.#at] as readonly [Millis, readonly TableEvent[]])[1])
      this.#at++
      if (this.#at % EVERY === 0) this.#kept[this.#at / EVERY] ??= copyBoard(this.#board)
    }
    return this.#board
  }
}
