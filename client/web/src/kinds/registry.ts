/** The registry of kinds of rooms. `pages/tables.ts`, `replays.ts` and `overlays.ts` have the components of each. */

import type { DayContest } from '../wire/types'
import { duel, duelOfTheDay } from './duel'
import type { Contest, Kind, KindName } from './kind'
import { race, raceOfTheDay } from './race'
import { shared } from './shared'

export const KINDS: Readonly<Record<KindName, Kind>> = { race, duel, shared }

/** The contests of a day. Not every kind of room needs one. */
export const CONTESTS: Readonly<Record<DayContest['kind'], Contest>> = { race: raceOfTheDay, duel: duelOfTheDay }

/** The kind of a room whose game is not known yet: most rooms are races. */
export const USUAL_KIND = race

/** The kind of a room, a game, or anything else that names one. */
export function kindOf({ kind }: { readonly kind: KindName }): Kind {
  return KINDS[kind]
}
