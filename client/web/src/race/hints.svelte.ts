/** Hints: each shows a move for a while, and never one that was shown before or leads back to a position that the board has had. */

import { onDestroy } from 'svelte'
import { hint, type Choices } from '../table/moves'
import type { Move, TableLayout } from '../wire/types'
import type { Past } from './past'

/** The milliseconds for which a move is shown. */
const SHOWN = 2600

export class Hints {
  shown = $state.raw<Move | undefined>()
  #tried = new Set<string>()
  #hiding: ReturnType<typeof setTimeout> | undefined

  /** `moves` returns the legal moves. When they change, the shown ones are forgotten. */
  constructor(moves: () => readonly Move[]) {
    onDestroy(() => clearTimeout(this.#hiding))
    $effect(() => {
      void moves()
      this.#tried = new Set()
      this.shown = undefined
    })
  }

  /** Show a move, and return it; undefined if every legal move leads back. */
  next(choices: Choices, layout: TableLayout, past: Past): Move | undefined {
    const found = hint({ ...choices, moves: past.onward(choices, layout) }, layout, this.#tried)
    if (!found) return undefined
    const name = JSON.stringify(found)
    // When all moves have been shown, begin again.
    this.#tried = this.#tried.has(name) ? new Set([name]) : new Set([...this.#tried, name])
    this.show(found)
    return found
  }

  /** Show this move. */
  show(move: Move): void {
    this.shown = move
    clearTimeout(this.#hiding)
    this.#hiding = setTimeout(() => this.hide(), SHOWN)
  }

  hide(): void {
    this.shown = undefined
  }
}
