/** Small sounds, made on the spot, for those who have switched them on. */

import { settings } from './settings.svelte'

export type Cue = 'card' | 'refused' | 'won'

const NOTES: Record<Cue, { hertz: number[]; length: number; volume: number; kind: OscillatorType }> = {
  card: { hertz: [310], length: 0.05, volume: 0.12, kind: 'triangle' },
  refused: { hertz: [160, 130], length: 0.09, volume: 0.12, kind: 'sine' },
  won: { hertz: [523, 659, 784, 1047], length: 0.16, volume: 0.14, kind: 'triangle' },
}

let player: AudioContext | undefined

/** Play a sound, if sounds are on. */
export function cue(name: Cue): void {
  if (!settings.values.sound) return
  player ??= new AudioContext()
  const { hertz, length, volume, kind } = NOTES[name]
  hertz.forEach((pitch, i) => {
    const context = player as AudioContext
    const begins = context.currentTime + i * length
    const tone = new OscillatorNode(context, { type: kind, frequency: pitch })
    const gain = new GainNode(context, { gain: 0 })
    gain.gain.setValueAtTime(volume, begins)
    gain.gain.exponentialRampToValueAtTime(0.001, begins + length)
    tone.connect(gain).connect(context.destination)
    tone.start(begins)
    tone.stop(begins + length)
  })
}
