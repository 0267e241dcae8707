import { describe, expect, it } from 'vitest'
import type { Seat } from '../wire/types'
import { companyOf } from './onward'

const seat = (number: number, state: Seat['state'], more: object = {}): Seat => ({ seat: number, name: `P${number}`, player: `p${number}`, state, present: true, ...more }) as Seat

describe('who goes on before all are done', () => {
  const seats = [seat(0, 'finished'), seat(1, 'stood'), seat(2, 'playing'), seat(3, 'finished', { bot: 'good', player: undefined })]

  it('waits for one other at least, and for who is done and here', () => {
    expect(companyOf({ seats, onward: [] }, 0)).toMatchObject({ alone: false, mine: false, may: false, all: false })
    expect(companyOf({ seats, onward: [0] }, 0)).toMatchObject({ mine: true, may: false, all: false })
    expect(companyOf({ seats, onward: [0, 1] }, 0)).toMatchObject({ mine: true, may: true, all: true, together: ['p0', 'p1'] })
    expect(companyOf({ seats, onward: [1] }, 0).others.map(({ name }) => name)).toEqual(['P1'])
  })

  it('waits for nobody who is away', () => {
    const gone = seats.map((one) => (one.seat === 1 ? { ...one, present: false } : one))
    expect(companyOf({ seats: [...gone, seat(4, 'finished')], onward: [0, 4] }, 0)).toMatchObject({ may: true, all: true })
  })

  it('is a matter of one where all others are bots', () => {
    expect(companyOf({ seats: [seats[0]!, seats[3]!], onward: [] }, 0).alone).toBe(true)
  })
})
