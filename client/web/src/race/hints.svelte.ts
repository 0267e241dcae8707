/** The hints that a player asks for: each shows another move than those before, for a while. */

import { onDestroy } from 'svelte'
import { hint, type Choices } from '../table/moves'
import type { Move, TableLayout } from '../wire/types'

/** How long a move is shown, in milliseconds. */
const SHOWN = 2600

export class Hints {
  shown = $state.raw<Move | undefined>()
  #tried = new Set<string>()
  #hiding: ReturnType<typeof setTimeout> | undefined

  /** `moves` are the legal moves: when there are new ones, all is forgotten. */
  constructor(moves: () => readonly Move[]) {
    onDestroy(() => clearTimeout(this.#hiding))
    $effect(() => {
      void moves()
      this.#tried = new Set()
      this.shown = undefined
    })
  }

  /** Show a move, and return it. */
  next(choices: Choices, layout: TableLayout): Move | undefined {
    const found = hint(choices, layout, this.#tried)
    if (!found) return undefined
    const name = JSON.stringify(found)
    // When all have been shown it begins again.
    this.#tried = this.#tried.has(name) ? new Set([name]) : new Set([...this.#tried, name])
    this.shown = found
    clearTimeout(this.#hiding)
    this.#hiding = setTimeout(() => this.hide(), SHOWN)
    return found
  }

  hide(): void {
    this.shown = undefined
  }
}
