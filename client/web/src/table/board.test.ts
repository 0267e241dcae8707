import { describe, expect, it } from 'vitest'
import { HIDDEN, VEILED } from '../wire/types'
import { applyEvent, applyEvents, boardFrom, BoardError, copyBoard } from './board'

const table = { piles: [[HIDDEN, HIDDEN, 5], [7], []], counters: [0, 0] }

describe('a board', () => {
  it('moves keys along with the cards', () => {
    const board = boardFrom(table)
    const key = board.keys[0]?.[2]
    applyEvent(board, [0, 0, 1, 1])
    expect(board.piles).toEqual([[HIDDEN, HIDDEN], [7, 5], []])
    expect(board.keys[1]?.[1]).toBe(key)
  })

  it('turns a packet over: order and keys reversed', () => {
    const board = boardFrom(table)
    const [a, b, c] = board.keys[0] as number[]
    applyEvent(board, [1, 0, 2, [HIDDEN, 3, 4]])
    expect(board.piles[2]).toEqual([HIDDEN, 3, 4])
    expect(board.keys[2]).toEqual([c, b, a])
  })

  it('takes cards out of the middle', () => {
    const board = boardFrom(table)
    const [a, b, c] = board.keys[0] as number[]
    applyEvent(board, [2, 0, 0, 1, 0, [9]])
    expect(board.piles).toEqual([[HIDDEN, 5], [9, 7], []])
    expect(board.keys[0]).toEqual([b, c])
    expect(board.keys[1]?.[0]).toBe(a)
  })

  it('re-orders a pile and keeps the key of each face', () => {
    const board = boardFrom({ piles: [[1, 2, 3]], counters: [] })
    const [a, b, c] = board.keys[0] as number[]
    applyEvent(board, [4, 0, [3, 1, 2, 8]])
    expect(board.keys[0]?.slice(0, 3)).toEqual([c, a, b])
    expect(new Set(board.keys[0]).size).toBe(4)
  })

  it('turns a card and sets a counter', () => {
    const board = boardFrom(table)
    applyEvents(board, [
      [3, 0, 1, 12],
      [5, 1, 4],
    ])
    expect(board.piles[0]).toEqual([HIDDEN, 12, 5])
    expect(board.counters).toEqual([0, 4])
  })

  it('opens a veiled card where it lies: the card stays the same', () => {
    const board = boardFrom({ piles: [[HIDDEN, VEILED], [VEILED, 3]], counters: [] })
    const keys = structuredClone(board.keys)
    applyEvents(board, [
      [0, 1, 0, 2],
      [3, 0, 1, 12],
    ])
    expect(board.piles).toEqual([[HIDDEN, 12, VEILED, 3], []])
    expect(board.keys[0]).toEqual([...(keys[0] as number[]), ...(keys[1] as number[])])
  })

  it('keeps the cards that a new snapshot has opened in their places', () => {
    const before = boardFrom({ piles: [[HIDDEN, VEILED, VEILED], [VEILED], [HIDDEN]], counters: [] })
    const after = boardFrom({ piles: [[HIDDEN, 4, 5], [6], [HIDDEN]], counters: [] }, before)
    expect(after.keys).toEqual(before.keys)
  })

  it('says so when an event does not fit', () => {
    const board = boardFrom(table)
    expect(() => applyEvent(board, [0, 2, 0, 1])).toThrow(BoardError)
    expect(() => applyEvent(board, [0, 9, 0, 1])).toThrow(BoardError)
    expect(() => applyEvent(board, [5, 9, 0])).toThrow(BoardError)
  })

  it('is not changed through its copy', () => {
    const board = boardFrom(table)
    applyEvent(copyBoard(board), [0, 0, 1, 1])
    expect(board.piles).toEqual(table.piles)
  })

  it('keeps the keys of what a new snapshot shows in the same place, and lets the rest glide', () => {
    const before = boardFrom(table)
    const after = boardFrom({ piles: [[HIDDEN, HIDDEN], [7, 5], []], counters: [0, 0] }, before)
    expect(after.keys[0]).toEqual(before.keys[0]?.slice(0, 2))
    expect(after.keys[1]?.[1]).toBe(before.keys[0]?.[2])
    expect(new Set(after.keys.flat()).size).toBe(4)
  })
})
