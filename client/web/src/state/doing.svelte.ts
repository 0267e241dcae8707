/** One thing at a time that a button begins: meanwhile it is disabled, and what is refused is told. */

import { notices } from './notices.svelte'

export class Doing {
  busy = $state(false)

  /** Do it, unless something is being done already. */
  async run(what: () => Promise<unknown>): Promise<void> {
    if (this.busy) return
    this.busy = true
    try {
      await what()
    } catch (error) {
      notices.failed(error)
    } finally {
      this.busy = false
    }
  }
}
