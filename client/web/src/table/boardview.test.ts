import { describe, expect, it } from 'vitest'
import { BoardView } from './boardview.svelte'

const table = { piles: [[1, 2], [3], []], counters: [0] }

describe('a board that runs ahead of the server', () => {
  it('shows a move at once, and does not stir when the server agrees', () => {
    const view = new BoardView(table, 4)
    const move = view.runAhead([0, 2, 1])
    expect(view.shown.piles).toEqual([[1], [3], [2]])
    expect([...view.touched()].sort()).toEqual([0, 2])
    const key = view.shown.keys[2]?.[0]
    view.apply([[0, 0, 2, 1]], 5)
    view.answered(move)
    expect(view.shown.piles).toEqual([[1], [3], [2]])
    expect(view.shown.keys[2]?.[0]).toBe(key)
    expect(view.seq).toBe(5)
  })

  it('takes a refused move back', () => {
    const view = new BoardView(table, 4)
    const move = view.runAhead([0, 1, 2])
    expect(view.shown.piles).toEqual([[], [3, 1, 2], []])
    view.answered(move)
    expect(view.shown.piles).toEqual(table.piles)
    expect(view.touched().size).toBe(0)
  })

  it('keeps a second move ahead while the first is answered', () => {
    const view = new BoardView(table, 0)
    view.runAhead([0, 2, 1])
    view.runAhead([1, 2, 1])
    expect(view.shown.piles).toEqual([[1], [], [2, 3]])
    view.apply(
      [
        [0, 0, 2, 1],
        [3, 0, 0, 9],
      ],
      1,
    )
    expect(view.shown.piles).toEqual([[9], [], [2, 3]])
  })

  it('keeps a move ahead while others move at the same table', () => {
    const view = new BoardView(table, 0)
    view.runAhead([0, 2, 1])
    const key = view.shown.keys[2]?.[0]
    view.apply([[0, 1, 2, 1]], 1)
    expect(view.shown.piles).toEqual([[1], [], [3, 2]])
    expect(view.shown.keys[2]?.[1]).toBe(key)
  })

  it('keeps a move ahead while an earlier action is answered', () => {
    const view = new BoardView(table, 0)
    view.runAhead(['turn'])
    view.runAhead([0, 2, 1])
    view.apply([[1, 1, 2, [3]]], 1)
    expect(view.shown.piles).toEqual([[1], [], [3, 2]])
  })

  it('forgets what ran ahead when a snapshot comes', () => {
    const view = new BoardView(table, 0)
    view.runAhead([0, 2, 1])
    view.reset(table, 7)
    expect(view.shown.piles).toEqual(table.piles)
    expect(view.seq).toBe(7)
  })
})
