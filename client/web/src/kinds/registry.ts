/** The kinds of rooms: the one place that names them all. `pages/tables.ts`, `replays.ts` and `overlays.ts` have the components of each. */

import { duel } from './duel'
import type { Kind, KindName } from './kind'
import { race } from './race'

export const KINDS: Readonly<Record<KindName, Kind>> = { race, duel }

/** The kind of a room whose game is not known yet: most rooms are races. */
export const USUAL_KIND = race

/** The kind of a room, a game, or anything else that names one. */
export function kindOf({ kind }: { readonly kind: KindName }): Kind {
  return KINDS[kind]
}
