import { describe, expect, it } from 'vitest'
import type { GroupLayout, TableEvent, TableLayout } from '../wire/types'
import { cueOf, cueOfSecond } from './cues'

const place = { x: 0, y: 0, angle: 0, dx: 0, dy: 0, label: '' }
const kinds: GroupLayout['kind'][] = ['stock', 'waste', 'tableau', 'tableau', 'foundation']
const layout: TableLayout = {
  groups: kinds.map((kind, i) => ({ id: `${kind}${i}`, name: kind, kind, places: [place], tail: 0, counted: false })),
  actions: [],
  counters: [],
  phases: ['play'],
}
const cards = (count: number) => Array.from({ length: count }, (_, i) => i)

describe('the sound of a move', () => {
  it('is that of its weightiest event', () => {
    const heard = (...events: TableEvent[]) => cueOf(events, layout)
    expect(heard([1, 0, 1, [5]])).toBe('turn')
    expect(heard([3, 2, 0, 7])).toBe('turn')
    expect(heard([0, 2, 3, 2], [3, 2, 0, 7])).toBe('place')
    expect(heard([3, 2, 0, 7], [0, 2, 4, 1])).toBe('home')
    expect(heard([2, 2, 0, 4, 0, cards(13)])).toBe('run')
    expect(heard([0, 4, 2, 1])).toBe('place')
    expect(heard([5, 0, 1])).toBeUndefined()
  })
})

describe('the last ten seconds', () => {
  it('tick once each, and none before or after', () => {
    expect(cueOfSecond(10_100, 9_990)).toBe('last')
    expect(cueOfSecond(9_990, 9_500)).toBeUndefined()
    expect(cueOfSecond(1_001, 999)).toBe('last')
    expect(cueOfSecond(60_100, 59_900)).toBeUndefined()
    expect(cueOfSecond(100, 0)).toBeUndefined()
  })
})
