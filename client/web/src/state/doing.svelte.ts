/** Runs one action of a button at a time. Meanwhile the button is disabled; a refusal is shown. */

import { notices } from './notices.svelte'

export class Doing {
  busy = $state(false)

  /** Run an action, unless one is running already. */
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
