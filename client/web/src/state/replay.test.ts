import { describe, expect, it } from 'vitest'
import type { ReplayBoard, TableEvent } from '../wire/types'
import { Film } from './replay'

const cards = Array.from({ length: 100 }, (_, i) => i % 52)
const film: ReplayBoard = {
  seat: 0,
  name: 'Ann',
  start: { piles: [cards, []], counters: [0] },
  steps: cards.map((_, i): [number, TableEvent[]] => [10 * (i + 1), [[0, 0, 1, 1]]]),
}

describe('a film of a race', () => {
  it('shows any moment, forwards and backwards, with the same elements', () => {
    const replay = new Film(film)
    expect(replay.length).toBe(1000)
    const keys = [...(replay.boardAt(0).keys[0] as number[])]
    for (const moment of [0, 405, 1000, 9, 555, 554, 0, 2000]) {
      const home = Math.min(100, Math.floor(moment / 10))
      const board = replay.boardAt(moment)
      expect(board.piles[1]).toHaveLength(home)
      expect(board.piles[1]).toEqual([...cards].reverse().slice(0, home))
      expect(board.keys[0]).toEqual(keys.slice(0, 100 - home))
    }
  })
})
