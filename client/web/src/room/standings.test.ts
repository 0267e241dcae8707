import { describe, expect, it } from 'vitest'
import { withChange, withStandings } from './standings'
import type { Seat } from '../wire/types'

const seat = (number: number): Seat => ({ seat: number, name: 'Ada', ready: true, present: true, state: 'playing', progress: 3, penalty: 1, moves: 7 })

describe('standings', () => {
  it('take the place of what was known of their racers', () => {
    const [first, second] = withStandings([seat(0), seat(1)], [[1, 52, 9, 2, 0, 60_000]])
    expect(first).toEqual(seat(0))
    expect(second).toEqual({ ...seat(1), progress: 52, moves: 9, state: 'finished', penalty: 0, ended: 60_000 })
  })

  it('mean the defaults by what they leave out', () => {
    expect(withStandings([{ ...seat(0), ended: 5 }], [[0, 4, 8]])).toEqual([{ ...seat(0), progress: 4, moves: 8, penalty: 0 }])
  })

  it('change by the number of moves alone, or as a whole', () => {
    expect(withChange([seat(0), seat(1)], 1, -1)).toEqual([seat(0), { ...seat(1), moves: 6 }])
    expect(withChange([seat(0)], 0, [0, 4, 8, 1])[0]).toMatchObject({ progress: 4, moves: 8, state: 'stuck' })
  })
})
