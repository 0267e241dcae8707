/** Which sound goes with what happens in a duel. Pure. */

import type { Cue } from '../sounds/cues'
import type { Happening } from './story'

/** The sound of what has happened: the weightiest of it; none where no card has moved. */
export function cueOfHappenings(list: readonly Happening[]): Cue | undefined {
  const found = new Set(list.map(cueOf))
  return (['run', 'home', 'place', 'turn'] as const).find((cue) => found.has(cue))
}

/** A centre pile that is complete is a run; what one gets rid of is home. */
function cueOf(what: Happening): Cue | undefined {
  switch (what.kind) {
    case 'completed':
      return 'run'
    case 'play':
      return what.from === 'riddance' ? 'home' : 'place'
    case 'discard':
      return 'place'
    case 'drew':
    case 'stock':
    case 'redeal':
    case 'game':
      return 'turn'
    default:
      return undefined
  }
}
