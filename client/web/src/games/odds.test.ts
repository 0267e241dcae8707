import { describe, expect, it } from 'vitest'
import { oddsBrief, oddsTold } from './odds'

const race = { kind: 'race' as const }
const bot = { won: 0.034, won_of: 1000 }

describe('the share of deals that can be won', () => {
  it('is a bracket where some deals are proved won and some lost', () => {
    const game = { ...race, ...bot, proved: { deals: 7, won: 3, lost: 1 } }
    expect(oddsBrief(game)).toBe('42–86% can be won')
    expect(oddsTold(game)).toEqual([
      'Of 7 deals examined, at least 42% can be won and at most 86%: our solver, which sees all the cards, has proved it.',
      'Our good bot, which sees only what you see, wins 3% of 1000 deals.',
    ])
  })

  it('does not say nothing, as "at most 100%" would', () => {
    expect(oddsBrief({ ...race, proved: { deals: 1000, won: 52, lost: 2 } })).toBe('5–99.8% can be won')
    expect(oddsBrief({ ...race, proved: { deals: 1000, won: 4, lost: 0 } })).toBe('at least 0.4% can be won')
  })

  it('has one end where the solver has found only wins, or only losses', () => {
    expect(oddsBrief({ ...race, proved: { deals: 20, won: 17, lost: 0 } })).toBe('at least 85% can be won')
    expect(oddsBrief({ ...race, proved: { deals: 40, won: 0, lost: 1 } })).toBe('at most 98% can be won')
    expect(oddsTold({ ...race, proved: { deals: 40, won: 0, lost: 1 } })[0]).toMatch(/^Of 40 deals examined, at most 98%/)
  })

  it('is exact where the solver has decided all', () => {
    expect(oddsBrief({ ...race, proved: { deals: 100, won: 29, lost: 71 } })).toBe('29% can be won')
    expect(oddsTold({ ...race, proved: { deals: 20, won: 0, lost: 20 } })).toEqual(['Of 20 deals examined, 0% can be won: our solver, which sees all the cards, has proved it.'])
  })

  it('is called published where others have measured it, and our own proof follows', () => {
    const game = { ...race, solvable: 0.97992, proved: { deals: 40, won: 0, lost: 1 } }
    expect(oddsBrief(game)).toBe('98% can be won')
    expect(oddsTold(game)[0]).toBe('Published research: 98% of all deals can be won by a player who sees all the cards.')
    expect(oddsTold(game)).toHaveLength(2)
  })

  it('is never called all where a few deals are lost', () => {
    expect(oddsBrief({ ...race, solvable: 0.9962 })).toBe('99.6% can be won')
    expect(oddsBrief({ ...race, solvable: 0.999988117 })).toBe('99.999% can be won')
    expect(oddsBrief({ ...race, solvable: 1 })).toBe('100% can be won')
  })
})

describe('where the solver has decided nothing', () => {
  const undecided = { ...race, proved: { deals: 40, won: 0, lost: 0 } }

  it('the bot is told, and called the bot', () => {
    expect(oddsBrief({ ...undecided, ...bot })).toBe('our bot wins 3%')
    expect(oddsBrief({ ...undecided, won: 0.001, won_of: 1000 })).toBe('our bot wins less than 1%')
    expect(oddsBrief({ ...undecided, won: 0, won_of: 150 })).toBe('our bot has won no deal yet')
    expect(oddsTold({ ...undecided, won: 0, won_of: 150 })).toEqual([
      'How many deals can be won is not known: our solver has decided none of the 40 that it examined.',
      'Our good bot, which sees only what you see, has won none of 150 deals.',
    ])
  })

  it('and nobody has measured, that is said', () => {
    expect(oddsBrief(race)).toBe('not measured yet')
    expect(oddsTold(race)).toEqual(['How many deals can be won has not been measured yet.'])
  })
})

it('a duel has no deals that can be won alone', () => {
  expect(oddsBrief({ kind: 'duel', ...bot })).toBeUndefined()
  expect(oddsTold({ kind: 'duel', ...bot })).toEqual([])
})
