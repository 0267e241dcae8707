import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const param = () => ({ setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() })

class Loudspeaker {
  state: AudioContextState = 'running'
  currentTime = 0
  sampleRate = 8
  readonly suspend = vi.fn(async () => void (this.state = 'suspended'))
  readonly resume = vi.fn(async () => void (this.state = 'running'))
  createBuffer = () => ({ getChannelData: () => new Float32Array(8) })

  constructor() {
    opened.push(this)
  }
}

class Part {
  frequency = param()
  gain = param()
  connect = <T>(next: T): T => next
  start = started
  stop = vi.fn()
}

const opened: Loudspeaker[] = []
const started = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('AudioContext', Loudspeaker)
  for (const part of ['OscillatorNode', 'AudioBufferSourceNode', 'BiquadFilterNode', 'GainNode']) vi.stubGlobal(part, Part)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the loudspeaker', () => {
  it('is let go after a silence, never in the midst of sounds, and works again with the next', async () => {
    const { play } = await import('./synth')
    play('won')
    const [it] = opened as [Loudspeaker]
    vi.advanceTimersByTime(2900)
    play('place')
    vi.advanceTimersByTime(2900)
    expect(it.suspend).not.toHaveBeenCalled()
    vi.advanceTimersByTime(200)
    expect(it.suspend).toHaveBeenCalledTimes(1)
    started.mockClear()
    play('turn')
    expect(it.resume).toHaveBeenCalledTimes(1)
    expect(started).toHaveBeenCalledTimes(1)
    expect(opened).toHaveLength(1)
  })
})
