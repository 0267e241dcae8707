/** The run that a friend's link dares this browser to beat: kept until it is raced against, or its day is long over. */

import { store, stored } from '../base/settings.svelte'

const KEY = 'cadogan.beat'

export interface Challenge {
  readonly day: string
  /** Whose run it is. */
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
