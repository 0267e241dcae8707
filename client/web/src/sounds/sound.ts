/** Sounds and small shocks. What makes the sounds is fetched with the first of them; nothing ever waits for one. */

import { settings } from '../base/settings.svelte'
import type { Cue } from './cues'

/** For how long a phone shakes, in milliseconds; a pattern has pauses in between. */
const SHOCKS: Partial<Record<Cue, number | number[]>> = { place: 8, home: 14, run: [14, 40, 14], refused: [20, 30, 20], won: [30, 60, 30, 60, 60] }

/** Play a sound, if sounds are on, and let a phone shake with it, if that is wanted. */
export function cue(name: Cue): void {
  const { sounds, vibration } = settings.values
  const shock = SHOCKS[name]
  // Browsers refuse to shake, with a warning, before the player has touched the page.
  if (vibration && shock && navigator.userActivation?.hasBeenActive && 'vibrate' in navigator) navigator.vibrate(shock)
  if (sounds) void import('./synth').then(({ play }) => play(name))
}
