/** Chooses the sound for the events of a duel. Pure. */

import type { Cue } from '../sounds/cues'
import type { Happening } from './story'

/** The sound of the most important of these events; undefined if no card has moved. */
export function cueOfHappenings(list: readonly Happening[]): Cue | undefined {
  const found = new Set(list.map(cueOf))
  return (['run', 'home', 'place', 'turn'] as const).find((cue) => found.has(cue))
}

/** A complete centre pile sounds like a run, a riddance card like a card that goes home. */
function cueOf(what: Happening): Cue | undefined {
  switch (what.kind) {
    case 'completed':
      return 'run'
    case 'play':
      return what.from === 'riddance' ? 'home' : 'place'
    case 'discard':
    case 'moved':
      return 'place'
    case 'turned':
    case 'stopped':
    case 'drew':
    case 'stock':
    case 'redeal':
    case 'game':
      return 'turn'
    default:
      return undefined
  }
}
