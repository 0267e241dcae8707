/** The challenge of the link "Beat my run" that was opened last. It is kept until the player has raced the run, or its day is long over. */

import { store, stored } from '../base/settings.svelte'

const KEY = 'cadogan.beat'

export interface Challenge {
  readonly day: string
  /** The id of the player who made the run. */
  readonly player: string
}

/** Keep the challenge of the link that was opened last. */
export function keepChallenge(challenge: Challenge): void {
  store(KEY, challenge)
}

/** The player whose run of this day is to be beaten, if a link said so. */
export function challengeOf(day: string): string | undefined {
  const kept = stored<Challenge>(KEY)
  return kept.day === day ? kept.player : undefined
}
