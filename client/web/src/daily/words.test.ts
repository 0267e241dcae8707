import { describe, expect, it, test } from 'vitest'
import { t } from '../i18n/index.svelte'
import type { DayRow, Ghost, RoomState } from '../wire/types'
import { contestText, endText, ghostName, isWorthSeeing, leftOfDay, nothingText, placeText, proofText, proofWord } from './words'

test('a place is told only where there are others', () => {
  expect(placeText(2, 7)).toBe('Place 2 of 7 on the board of the day')
  expect(placeText(1, 1)).toBe('You are the first on the board of the day')
})

test('the history tells the duel of a day from its deal', () => {
  expect(contestText({ kind: 'race', why_not: 'daily' })).toBe('Deal of the day')
  expect(contestText({ kind: 'duel', why_not: 'daily' })).toBe('Duel of the day')
  expect(contestText({ kind: 'duel', why_not: 'bots' })).toBe('')
})

test('what is left of a day is told without hours where there are none, and never as nothing', () => {
  const minute = 60_000
  expect(leftOfDay(200 * minute, 'fr')).toBe('3\u202fh 20\u00a0min')
  expect(leftOfDay(17 * minute - 1, 'fr')).toBe('17\u00a0min')
  expect(leftOfDay(60 * minute, 'en')).toBe('1 hr')
  expect(leftOfDay(-5, 'de')).toBe('1 Min.')
})

test('a run that brought nothing home is not offered to look at or to beat', () => {
  const row = { rank: 1, player: 'abcdefghijkl', name: 'Anna', won: false, progress: 0, moves: 3 } as DayRow
  expect(isWorthSeeing(row)).toBe(false)
  expect(isWorthSeeing({ ...row, progress: 1 })).toBe(true)
  expect(isWorthSeeing({ ...row, won: true })).toBe(true)
  expect(isWorthSeeing(undefined)).toBe(false)
})

test('a player’s own ghost is not called by the name that the player races under', () => {
  const ghost: Ghost = { room: 'ABCDEF', seat: 0, name: 'Anna', player: 'me', state: 'finished', ended: 9000, steps: [[9000, 52]] }
  const other = { ...ghost, player: 'somebodyelse' }
  expect([ghostName(ghost, 'me'), ghostName(other, 'me')]).toEqual(['Your own', 'Anna'])
})

describe('an attempt that ends', () => {
  const room = (moves: number, more: object = {}) => ({ contest: 'race', attempts: [0], seats: [{ seat: 0, state: 'playing', moves, ...more }] }) as unknown as RoomState

  it('says beforehand what its result will say', () => {
    expect(endText(room(2), 0)).toBe(t('daily.ends.few'))
    expect(nothingText({ why_not: 'few_moves' })).toContain('fewer than three moves')
    expect(endText(room(3), 0)).toBe(t('play.giveUp.day'))
    expect(endText(room(1, { state: 'stuck' }), 0)).toBe(t('play.giveUp.day'))
    expect(endText({ ...room(3), contest: 'duel' }, 0)).toBe(t('daily.ends.duel'))
  })

  it('is none in practice and in other rooms', () => {
    expect(endText({ ...room(2), attempts: [] }, 0)).toBeUndefined()
    expect(endText({ seats: room(2).seats }, 0)).toBeUndefined()
  })
})

describe('the difficulty of the day’s deal', () => {
  const proof = (effort: number) => ({ number: 0, nodes: 20_000, revision: 2, effort })

  it('is told by the positions that the solver needed', () => {
    expect([0, 500, 501, 5000, 5001].map((effort) => proofWord(proof(effort)))).toEqual(['an easy deal', 'an easy deal', 'a deal that takes thought', 'a deal that takes thought', 'a hard deal'])
    expect(proofText(proof(400))).toMatch(/found a way almost at once/)
    expect(proofText(proof(9000))).toMatch(/^A hard one/)
  })

  it('is not told where the solver won none', () => {
    expect(proofWord({ nodes: 20_000, revision: 2, effort: 0 })).toBeUndefined()
    expect(proofText({ nodes: 20_000, revision: 2, effort: 0 })).toMatch(/nobody knows/)
  })
})
