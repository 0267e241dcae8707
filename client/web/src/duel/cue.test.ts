import { describe, expect, it } from 'vitest'
import { cueOfHappenings } from './cue'
import type { Happening } from './story'

const play = (from: 'riddance' | 'hand'): Happening => ({ kind: 'play', seat: 0, from, card: 5, pile: 12, rank: 6, wild: false })
const discard: Happening = { kind: 'discard', seat: 1, card: 3, pile: 4 }

describe('the sound of what happens in a duel', () => {
  it('is that of the weightiest of it', () => {
    expect(cueOfHappenings([discard, { kind: 'drew', seat: 0, n: 5 }])).toBe('place')
    expect(cueOfHappenings([play('hand')])).toBe('place')
    expect(cueOfHappenings([play('hand'), play('riddance')])).toBe('home')
    expect(cueOfHappenings([play('riddance'), { kind: 'completed', pile: 12 }])).toBe('run')
    expect(cueOfHappenings([{ kind: 'game' }])).toBe('turn')
    expect(cueOfHappenings([{ kind: 'stock' }])).toBe('turn')
    expect(cueOfHappenings([{ kind: 'stands', seat: 0 }])).toBeUndefined()
    expect(cueOfHappenings([])).toBeUndefined()
  })
})
