import { describe, expect, it } from 'vitest'
import type { ResultRow, RoomState, Seat } from '../wire/types'
import { turningOf } from './turning'

const seat = (number: number, more: Partial<Seat>): Seat => ({ seat: number, name: `P${number}`, state: 'playing', progress: 0, penalty: 0, moves: 0, ...more }) as Seat
const over = (...seats: Seat[]) =>
  ({ kind: 'race', phase: 'finished', progress_max: 52, seats, options: {}, results: { rows: seats.map(({ seat: number }, i) => ({ seat: number, rank: i + 1 }) as ResultRow) } }) as unknown as RoomState

describe('the turning point of a race', () => {
  const won = seat(1, { state: 'finished', ended: 900, progress: 52 })
  const lost = seat(0, { state: 'stood', ended: 950, progress: 40 })

  it('is where the lead changed for the last time', () => {
    const progress = [[0, 0, 0], [0, 1, 0], [100, 0, 3], [200, 1, 5], [250, 0, 5], [300, 0, 9], [400, 1, 20]] as const
    expect(turningOf({ state: over(won, lost), progress })).toEqual({ kind: 'passed', at: 400, seat: 1, from: 0, changes: 3 })
  })

  it('is the last card where the winner was behind till then', () => {
    const progress = [[100, 0, 40], [200, 1, 39], [910, 1, 52]] as const
    expect(turningOf({ state: over(won, lost), progress })).toEqual({ kind: 'home', at: 900, seat: 1, from: 0, changes: 1 })
  })

  it('is the first lead where there was no other', () => {
    expect(turningOf({ state: over(won, lost), progress: [[100, 1, 3], [200, 0, 3], [300, 1, 52]] })).toEqual({ kind: 'ahead', at: 100, seat: 1, changes: 0 })
  })

  it('is none where the other gave up a duel while ahead, or while nobody was', () => {
    const [lucky, gone] = [seat(0, { state: 'finished', ended: 4200 }), seat(1, { state: 'stood', ended: 4200, progress: 2 })]
    expect(turningOf({ state: over(lucky, gone), progress: [[300, 1, 1], [900, 1, 2]] })).toBeUndefined()
    expect(turningOf({ state: over(lucky, { ...gone, progress: 0 }), progress: [] })).toBeUndefined()
  })

  it('is none where rounds at one table have added up', () => {
    const [ann, bob] = [seat(0, { state: 'finished', ended: 900, progress: 26 }), seat(1, { state: 'finished', ended: 900, progress: 10 })]
    const rounds = [[100, 0, 31], [200, 1, 37], [600, 1, 1], [700, 0, 0], [800, 0, 2]] as const
    const loaded = [[100, 1, 2], [200, 0, 3], [300, 1, 1], [400, 0, 2]] as const
    for (const kind of ['shared', 'duel'] as const) {
      expect(turningOf({ state: { ...over(ann, bob), kind }, progress: rounds })).toBeUndefined()
      expect(turningOf({ state: { ...over(ann, bob), kind }, progress: loaded })).toMatchObject({ kind: 'passed', at: 200, seat: 0 })
    }
    expect(turningOf({ state: over(ann, bob), progress: rounds })).toMatchObject({ at: 800, seat: 0 })
  })

  it('is none in a draw, alone, or where it can not be told', () => {
    const level = over(lost, won)
    for (const row of level.results!.rows) (row as { rank: number }).rank = 1
    expect(turningOf({ state: level, progress: [[100, 0, 3]] })).toBeUndefined()
    expect(turningOf({ state: over(won), progress: [[100, 1, 3]] })).toBeUndefined()
    expect(turningOf({ state: over(won, lost), progress: [] })?.kind).toBe('ahead')
    expect(turningOf({ state: over(lost, won), progress: [[100, 0, 3]] })).toBeUndefined()
  })
})
