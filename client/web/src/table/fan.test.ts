import { describe, expect, it } from 'vitest'
import { closeUp } from './fan'

const steps = (cards: number) => Array.from({ length: cards }, (_, i) => i)
const gaps = (at: readonly number[]) => at.slice(1).map((step, i) => step - (at[i] as number))

describe('a fan that closes up', () => {
  it('lies as it would like where there is room', () => {
    expect(closeUp(steps(5), 4, 0.5)).toEqual(steps(5))
    expect(closeUp(steps(5), Infinity, 0.5)).toEqual(steps(5))
    expect(closeUp([], 3, 0.5)).toEqual([])
    expect(closeUp([0], 0, 0.5)).toEqual([0])
  })

  it('closes up evenly as far as each card can be read', () => {
    expect(closeUp(steps(5), 2, 0.5)).toEqual([0, 0.5, 1, 1.5, 2])
  })

  for (const cards of [8, 13, 30, 66]) {
    it(`keeps the latest of ${cards} cards readable, in order, and ends where the room does`, () => {
      const at = closeUp(steps(cards), 3, 0.5)
      expect(at[0]).toBe(0)
      expect(at.at(-1)).toBeCloseTo(3)
      const shown = gaps(at)
      expect(Math.min(...shown)).toBeGreaterThan(0)
      expect(Math.max(...shown)).toBeLessThanOrEqual(0.5001)
      expect(shown.slice(-4).every((gap) => gap > 0.4999)).toBe(true)
    })
  }

  it('closes up evenly where there are no deeper cards', () => {
    expect(closeUp([0, 0, 0, 1, 2, 3], 1.5, 0.9)).toEqual([0, 0, 0, 0.5, 1, 1.5])
    expect(closeUp([0, 1, 2], 0.5, 0.9)).toEqual([0, 0.25, 0.5])
  })

  it('never jumps as a card is added', () => {
    for (let room = 2; room < 7; room += 0.01) {
      const [before, after] = [closeUp(steps(13), room, 0.5), closeUp(steps(13), room + 0.01, 0.5)]
      for (const [i, at] of before.entries()) expect(Math.abs((after[i] as number) - at)).toBeLessThan(0.51)
    }
  })

  it('shows what it can of the last three covered cards where there is next to no room', () => {
    const at = closeUp(steps(10), 0.4, 0.5)
    for (const gap of gaps(at).slice(-3)) expect(gap).toBeCloseTo(0.32 / 3)
  })
})
