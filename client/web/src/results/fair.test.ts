import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { RoomState, Seat } from '../wire/types'
import { checksOf, verdict, type Check, type PublishedDay } from './fair'
import type { Witness } from '../room/nonce'

function sha(hex: string): string {
  return createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex')
}

function shaOfText(text: string, hex = ''): string {
  return createHash('sha256').update(text).update(Buffer.from(hex, 'hex')).digest('hex')
}

function made(hex: string): string {
  return shaOfText('cadogan fresh deal', hex)
}

const secret = 'ab'.repeat(32)
const [ann, bob] = ['11'.repeat(16), '22'.repeat(16)]
const other = '33'.repeat(16)

function seat(number: number, name: string, nonce: string): Seat {
  return { seat: number, name, ready: true, ...(nonce ? { nonce_hash: sha(nonce) } : {}) } as Seat
}

const honest = {
  code: 'ABCDEF',
  game: 'klondike',
  commit: sha(secret),
  rules: { deal: 'fresh' },
  seats: [seat(0, 'Ann', ann), seat(2, 'Cat', ''), seat(5, 'Bob', bob)],
  results: { rows: [], secret, nonces: [ann, '', bob], seed: made(secret + ann + bob) },
} as unknown as RoomState
const witness: Witness = { commit: sha(secret), hashes: { 0: sha(ann), 5: sha(bob) }, seat: 5, nonce: bob }

function lied(results: object, state: object = {}): RoomState {
  return { ...honest, ...state, results: { ...honest.results, ...results } } as RoomState
}

function wrong(checks: readonly Check[]): string[] {
  return checks.filter((check) => check.holds === false).map(({ what, args }) => (args ? `${what} ${Object.values(args).join()}` : what))
}

describe('a fresh deal', () => {
  it('is proved where all fits', () => {
    const checks = checksOf(honest, witness)
    expect(checks.map((check) => check.what)).toEqual(['fair.secret', 'fair.nonce', 'fair.nonce', 'fair.seed', 'fair.seen.secret', 'fair.seen.nonces', 'fair.own'])
    expect(verdict(checks)).toBe(true)
  })
  it.each([
    ['another secret', lied({ secret: 'cd', seed: made('cd' + ann + bob) }), 'fair.secret'],
    ['another promise', lied({}, { commit: sha('cd') }), 'fair.secret'],
    ['no hex', lied({ secret: 'xyz' }), 'fair.secret'],
    ['another nonce', lied({ nonces: [ann, '', other], seed: made(secret + ann + other) }), 'fair.nonce Bob'],
    ['a nonce that was left out', lied({ nonces: ['', '', bob], seed: made(secret + bob) }), 'fair.nonce Ann'],
    ['a nonce without a promise', lied({ nonces: [ann, other, bob], seed: made(secret + ann + other + bob) }), 'fair.nonce Cat'],
    ['too few nonces', lied({ nonces: [ann] }), 'fair.count'],
    ['another seed', lied({ seed: sha('00') }), 'fair.seed'],
  ])('is not with %s', (_, state, named) => {
    expect(wrong(checksOf(state))).toContain(named)
    expect(verdict(checksOf(state))).toBe(false)
  })
  it('is not where all was made anew once the nonces were known', () => {
    const chosen = 'ef'.repeat(32)
    const secretLie = lied({ secret: chosen, seed: made(chosen + ann + bob) }, { commit: sha(chosen) })
    expect(wrong(checksOf(secretLie))).toEqual([])
    expect(wrong(checksOf(secretLie, witness))).toEqual(['fair.seen.secret'])
    const nonceLie = lied({ nonces: [other, '', bob], seed: made(secret + other + bob) }, { seats: [seat(0, 'Ann', other), seat(2, 'Cat', ''), seat(5, 'Bob', bob)] })
    expect(wrong(checksOf(nonceLie, witness))).toEqual(['fair.seen.nonces'])
    const ownLie = lied({ nonces: [ann, '', other] })
    expect(wrong(checksOf(ownLie, witness))).toContain('fair.own')
  })
  it('is not proved where a room tells of no promises', () => {
    const seats = honest.seats.map(({ nonce_hash: _, ...rest }) => rest)
    expect(verdict(checksOf({ ...honest, seats } as RoomState))).toBeUndefined()
    expect(verdict(checksOf(lied({ seed: sha(secret + ann + bob) }, { seats })))).toBeUndefined()
    expect(wrong(checksOf(lied({ seed: sha(secret + ann + bob) })))).toEqual(['fair.seed'])
  })
})

describe('a winnable deal', () => {
  const row = made(secret + ann + bob)
  const state = (number?: number) => ({ rules: { deal: 'winnable' }, proof: { nodes: 5000, revision: 1, ...(number === undefined ? {} : { number }) } })
  it('has the seed of its number in the row', () => {
    expect(verdict(checksOf(lied({ seed: sha(row + '0000000c') }, state(12)), witness))).toBe(true)
    expect(wrong(checksOf(lied({ seed: sha(row + '0000000c') }, state(11))))).toEqual(['fair.seed.row 11'])
    expect(wrong(checksOf(lied({ seed: row }, state(0))))).toEqual(['fair.seed.row 0'])
  })
  it('is the first one where none was found', () => {
    expect(verdict(checksOf(lied({ seed: sha(row + '00000000') }, state())))).toBe(true)
  })
})

describe('a numbered deal', () => {
  it('has the seed that anybody can reckon', () => {
    const rules = { deal: 'numbered', number: 7 }
    expect(verdict(checksOf(lied({ seed: shaOfText('cadogan numbered deal klondike 7') }, { rules })))).toBe(true)
    expect(wrong(checksOf(lied({ seed: sha('00') }, { rules })))).toEqual(['fair.seed.numbered 7'])
  })
  it('by a number of the world has a seed that names it', () => {
    const rules = { deal: 'numbered', number: 617, numbering: 'microsoft' }
    const seed = (text: string) => Buffer.from(text).toString('hex').padEnd(64, '0')
    expect(verdict(checksOf(lied({ seed: seed('microsoft deal 617') }, { rules })))).toBe(true)
    expect(wrong(checksOf(lied({ seed: seed('microsoft deal 618') }, { rules })))).toEqual(['fair.seed.of 617,Microsoft'])
    expect(wrong(checksOf(lied({ seed: seed('microsoft deal 617') }, { rules: { ...rules, numbering: 'pysol' } })))).toEqual(['fair.seed.of 617,PySolFC'])
  })
})

describe('the deal of the day', () => {
  const daySecret = 'dd'.repeat(32)
  const text = 'cadogan daily deal klondike 2026-11-21'
  const daily = { rules: { deal: 'daily' }, day: '2026-11-21', day_commit: sha(daySecret) }
  const told: PublishedDay = { commit: sha(daySecret), secret: daySecret }
  const state = lied({ seed: shaOfText(text, daySecret) }, daily)

  it('is proved when the day is over', () => {
    expect(verdict(checksOf(state))).toBeUndefined()
    expect(verdict(checksOf(state, undefined, { ...told, secret: null }))).toBeUndefined()
    expect(verdict(checksOf(state, undefined, told))).toBe(true)
    expect(verdict(checksOf(lied({ seed: shaOfText(text, daySecret), day_secret: daySecret }, daily)))).toBe(true)
  })
  it('may be a deal of a row', () => {
    const proof = { number: 300, nodes: 20000, revision: 1 }
    const row = { ...daily, proof }
    expect(verdict(checksOf(lied({ seed: sha(shaOfText(text, daySecret) + '0000012c') }, row), undefined, told))).toBe(true)
    expect(wrong(checksOf(lied({ seed: shaOfText(text, daySecret) }, row), undefined, told))).toEqual(['fair.seed.day 2026-11-21'])
    expect(wrong(checksOf(lied({ seed: sha('00'), day_secret: 'xyz' }, row)))).toContain('fair.seed.day 2026-11-21')
  })
  it('is not with another secret, promise or seed', () => {
    expect(wrong(checksOf(lied({ seed: shaOfText(text, 'ee'), day_secret: 'ee' }, daily)))).toEqual(['fair.day.secret 2026-11-21'])
    expect(wrong(checksOf(state, undefined, { ...told, commit: sha('ee') }))).toEqual(['fair.day.published 2026-11-21'])
    expect(wrong(checksOf(lied({ seed: shaOfText(text) }, daily), undefined, told))).toEqual(['fair.seed.day 2026-11-21'])
  })
  it('of a room from before days had secrets has the seed that anybody can reckon', () => {
    const old = { rules: { deal: 'daily' }, starts: Date.UTC(2026, 10, 22, 0, 10) }
    expect(verdict(checksOf(lied({ seed: shaOfText(text) }, old)))).toBe(true)
    expect(wrong(checksOf(lied({ seed: sha('00') }, old)))).toEqual(['fair.seed.day 2026-11-22'])
  })
})
