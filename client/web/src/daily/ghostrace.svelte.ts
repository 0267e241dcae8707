/** Begins a race against the ghost of one of the day's runs. A second press meanwhile opens no second room. */

import type { Room } from '../room/room.svelte'
import { raceGhosts } from './today.svelte'

export class GhostRace {
  busy = $state(false)

  /** Race against the run of the first seat of a room, after leaving the room where the player still is, if any. */
  async begin(room: string, from?: Room): Promise<void> {
    this.busy = true
    await from?.leave().catch(() => undefined)
    await raceGhosts({ room, seat: 0 })
    this.busy = false
  }
}
