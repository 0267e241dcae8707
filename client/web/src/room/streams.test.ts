import { describe, expect, it } from 'vitest'
import { MAX_RACERS, OTHERS, SEQ_SPAN } from '../wire/types'
import { boardsOf } from './boards'
import type { Room } from './room.svelte'
import { numberOf, seatOf, streamsOf } from './streams'

describe('the streams of a race', () => {
  it('lead to their seats, as its racer or as others see the board', () => {
    for (const seat of [0, 1, MAX_RACERS - 1]) for (const stream of streamsOf(seat)) expect(seatOf(stream)).toBe(seat)
    expect(new Set([0, 1, MAX_RACERS - 1].flatMap(streamsOf)).size).toBe(6)
  })

  it('show the own board as the racer sees it and those of the others as others do', () => {
    const seats = ['Ann', 'Bob', 'Cat'].map((name, seat) => ({ seat, name }))
    const boards = new Map([1, OTHERS + 1].map((stream) => [stream, `board of ${stream}`]))
    const room = { state: { seats }, boards } as unknown as Room
    expect(boardsOf(room).map(({ id, view }) => [id, view])).toEqual([
      [0, 'board of 1'],
      [1, `board of ${OTHERS + 1}`],
    ])
  })
})

describe('the number of a message', () => {
  it('is the one nearest to what is due', () => {
    for (const last of [0, 1, 63, 127, 128, 1 << 20, 3 * (1 << 20) + 77])
      for (const seq of [last - 60, last, last + 1, last + 60].filter((seq) => seq >= 0)) expect(numberOf(seq % SEQ_SPAN, last)).toBe(seq)
  })
})
