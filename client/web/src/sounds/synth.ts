/**
 * Synthesises the sounds: a card is a short rush of noise through a filter, everything else is soft tones. Nothing was recorded,
 * so there is nothing to fetch but these lines.
 */

import type { Cue } from './cues'

/** The volume of all sounds, 0 to 1. It is low, because sounds are on by default. */
const VOLUME = 0.22

interface Tone {
  readonly hertz: number
  /** The beginning and the length of the fading, in seconds. */
  readonly at: number
  readonly length: number
  readonly volume: number
  readonly kind: OscillatorType
}

interface Rush {
  /** The frequency of the filter at the beginning and at the end, in hertz. */
  readonly from: number
  readonly to: number
  readonly length: number
  readonly volume: number
}

const tone = (hertz: number, at: number, length: number, volume: number, kind: OscillatorType = 'sine'): Tone => ({ hertz, at, length, volume, kind })

const CARD: Rush = { from: 1900, to: 420, length: 0.07, volume: 0.9 }
const SOUNDS: Record<Cue, { readonly rush?: Rush; readonly tones?: readonly Tone[] }> = {
  call: { tones: [tone(587, 0, 0.25, 0.4, 'triangle'), tone(740, 0.18, 0.45, 0.4, 'triangle')] },
  turn: { rush: { from: 3400, to: 1500, length: 0.05, volume: 0.6 } },
  place: { rush: CARD, tones: [tone(140, 0, 0.05, 0.35)] },
  home: { rush: CARD, tones: [tone(784, 0.02, 0.22, 0.3), tone(1175, 0.05, 0.2, 0.16)] },
  run: { rush: CARD, tones: [523, 659, 784, 1047].map((hertz, i) => tone(hertz, i * 0.07, 0.3, 0.3)) },
  lead: { tones: [tone(440, 0, 0.16, 0.4, 'triangle'), tone(330, 0.13, 0.26, 0.4, 'triangle')] },
  tick: { tones: [tone(660, 0, 0.09, 0.4, 'triangle')] },
  last: { tones: [tone(880, 0, 0.06, 0.4, 'triangle')] },
  refused: { tones: [tone(165, 0, 0.1, 0.5), tone(131, 0.09, 0.14, 0.5)] },
  won: { tones: [523, 659, 784, 1047, 1319].map((hertz, i) => tone(hertz, i * 0.12, 0.5, 0.4, 'triangle')) },
}

/** The milliseconds without a sound after which the audio device is released, because even silence takes a phone's battery. */
const SILENCE = 3000

let context: AudioContext | undefined
let noise: AudioBuffer | undefined
let letGo: ReturnType<typeof setTimeout> | undefined

/** Play a sound. */
export function play(name: Cue): void {
  const on = (context ??= new AudioContext())
  // A browser lets a page be heard only once somebody has pressed something there.
  if (on.state === 'suspended') void on.resume()
  clearTimeout(letGo)
  letGo = setTimeout(() => void on.suspend(), SILENCE)
  const { rush, tones = [] } = SOUNDS[name]
  if (rush) begin(on, rush)
  for (const one of tones) sing(on, one)
}

function sing(on: AudioContext, { hertz, at, length, volume, kind }: Tone): void {
  const begins = on.currentTime + at
  const source = new OscillatorNode(on, { type: kind, frequency: hertz })
  source.connect(fading(on, begins, length, volume))
  source.start(begins)
  source.stop(begins + length)
}

function begin(on: AudioContext, { from, to, length, volume }: Rush): void {
  noise ??= rustle(on)
  const source = new AudioBufferSourceNode(on, { buffer: noise })
  const filter = new BiquadFilterNode(on, { type: 'lowpass', frequency: from, Q: 0.7 })
  filter.frequency.setValueAtTime(from, on.currentTime)
  filter.frequency.exponentialRampToValueAtTime(to, on.currentTime + length)
  source.connect(filter).connect(fading(on, on.currentTime, length, volume))
  source.start(on.currentTime, Math.random() * 0.5, length)
}

/** A gain node that lets a sound fade away. */
function fading(on: AudioContext, begins: number, length: number, volume: number): GainNode {
  const gain = new GainNode(on, { gain: 0 })
  gain.gain.setValueAtTime(0.0001, begins)
  gain.gain.exponentialRampToValueAtTime(VOLUME * volume, begins + 0.004)
  gain.gain.exponentialRampToValueAtTime(0.0001, begins + length)
  gain.connect(on.destination)
  return gain
}

/** A second of noise. */
function rustle(on: AudioContext): AudioBuffer {
  const buffer = on.createBuffer(1, on.sampleRate, on.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1
  return buffer
}
