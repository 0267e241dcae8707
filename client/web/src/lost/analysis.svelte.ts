/** The analysis of a game that is over, as far as the server has come with it. */

import { connection } from '../state/connection'
import { Refusal } from '../wire/connection.svelte'
import type { AnalysedBoard, Analysis as Told } from '../wire/types'

/** Milliseconds between two requests. */
const AGAIN = 1000

export class Analysis {
  /** True once the player has asked for it: the first request makes the server begin. */
  wanted = $state(false)
  told = $state.raw<Told | undefined>()
  refused = $state.raw<Refusal | undefined>()
  readonly #room: string
  readonly #key: string
  #timer: ReturnType<typeof setTimeout> | undefined
  #stopped = false

  constructor(room: string, key: string) {
    this.#room = room
    this.#key = key
  }

  /** True if the server is at work on it, or about to be. */
  get busy(): boolean {
    if (!this.wanted || this.refused) return false
    return !this.told || this.told.status === 'queued' || this.told.status === 'running'
  }

  /** Ask the server until it has an answer. After a failure this asks anew. */
  ask(): void {
    if (this.busy) return
    this.wanted = true
    this.refused = undefined
    this.told = undefined
    this.#look()
  }

  /** Return the analysis of a seat's board; undefined while there is none. */
  boardOf(seat: number | undefined): AnalysedBoard | undefined {
    return this.told?.boards.find((board) => board.seat === seat)
  }

  /** Ask no more. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  #look(): void {
    connection.ask<Told>({ type: 'get_analysis', room: this.#room, key: this.#key || undefined }).then(
      (told) => {
        this.told = told
        if (this.busy && !this.#stopped) this.#timer = setTimeout(() => this.#look(), AGAIN)
      },
      (error: unknown) => {
        if (error instanceof Refusal) this.refused = error
      },
    )
  }
}
