/** Begins a race against the ghost of one of the day's runs. A second press meanwhile opens no second room. */

import { raceGhosts } from './today.svelte'

export class GhostRace {
  busy = $state(false)

  /** Race against the run of the first seat of a room. */
  async begin(room: string): Promise<void> {
    this.busy = true
    await raceGhosts({ room, seat: 0 })
    this.busy = false
  }
}
