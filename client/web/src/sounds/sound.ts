/** Plays sounds and vibrations. The synthesizer is fetched with the first sound, and nothing waits for a sound. */

import { settings } from '../base/settings.svelte'
import type { Cue } from './cues'

/** The length of each vibration in milliseconds; a list alternates vibrations and pauses. */
const SHOCKS: Partial<Record<Cue, number | number[]>> = { call: [120, 80, 120], place: 8, home: 14, run: [14, 40, 14], refused: [20, 30, 20], won: [30, 60, 30, 60, 60] }

/** Play a sound if sounds are on, and vibrate if vibration is on. */
export function cue(name: Cue): void {
  const { sounds, vibration } = settings.values
  const shock = SHOCKS[name]
  // Before the player has touched the page, browsers refuse to vibrate, with a warning.
  if (vibration && shock && navigator.userActivation?.hasBeenActive && 'vibrate' in navigator) navigator.vibrate(shock)
  if (sounds) void import('./synth').then(({ play }) => play(name))
}
