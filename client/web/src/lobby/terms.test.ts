import { describe, expect, it, test } from 'vitest'
import type { RoomState } from '../wire/types'
import { chosenOptions, freeSeats, isTooLate, isSpied, undoText, watchName, watchText } from './terms'

const delayed = (delay: number) => ({ spectators: 'delayed', delay }) as const

describe('a race on which one could spy', () => {
  it('is one with live spectators, or with a delay that it may outlast', () => {
    expect(isSpied('race', { spectators: 'live', delay: 60 }, 900)).toBe(true)
    expect(isSpied('race', delayed(600), 600)).toBe(true)
    expect(isSpied('race', delayed(600), 0)).toBe(true)
    expect(isSpied('race', delayed(600), 599)).toBe(false)
    for (const spectators of ['fair', 'none'] as const) expect(isSpied('race', { spectators, delay: 60 }, 900)).toBe(false)
  })

  it('is no duel: its hands are never shown', () => {
    expect(isSpied('duel', { spectators: 'live', delay: 60 }, 0)).toBe(false)
    expect(watchName('duel', 'live')).toBe(watchName('duel', 'fair'))
    expect(watchText('duel', { spectators: 'live', delay: 60 }, 0)).toContain('not all players see stay hidden')
    expect(watchText('duel', delayed(60), 0)).toMatch(/60 seconds late.*stay hidden/)
  })
})

test('what happens to the late is no option of a room without a clock for each action', () => {
  const names = (seconds: number) => chosenOptions({ riddance: 5, move_seconds: seconds, on_timeout: 'auto', max_timeouts: 3 }).map(([name]) => name)
  expect(names(0)).toEqual(['riddance'])
  expect(names(45)).toEqual(['riddance', 'move_seconds', 'on_timeout', 'max_timeouts'])
  expect(chosenOptions({ draw: 1 })).toEqual([['draw', 1]])
})

describe('what the options mean', () => {
  it('is said of each way to watch', () => {
    expect(watchText('race', { spectators: 'fair', delay: 60 }, 900)).toContain('only once everyone still playing has seen it')
    expect(watchText('race', { spectators: 'live', delay: 60 }, 900)).toContain('unrated')
    expect(watchText('race', delayed(60), 900)).toMatch(/60 seconds late.*unrated/)
    expect(watchText('race', delayed(600), 300)).not.toContain('rated')
    expect(watchText('race', { spectators: 'none', delay: 60 }, 900)).toContain('Nobody can watch')
  })

  it('is said of undo, with the reason where the race is rated', () => {
    expect(undoText({ undo: 'covered', rated: true })).toContain('is rated')
    expect(undoText({ undo: 'covered', rated: false })).not.toContain('is rated')
    expect(undoText({ undo: 'free', rated: false })).toContain('Any move')
    expect(undoText({ undo: 'none', rated: true })).toContain('No move')
  })
})

describe('the seats that are free', () => {
  const room = (kind: RoomState['kind'], taken: number) => ({ kind, rules: { seats: 8 }, seats: Array.from({ length: taken }, () => ({})) }) as unknown as RoomState

  it('are two in all at a duel, and in a race as many as its options say', () => {
    expect([1, 2].map((taken) => freeSeats(room('duel', taken)))).toEqual([1, 0])
    expect([1, 8].map((taken) => freeSeats(room('race', taken)))).toEqual([7, 0])
  })
})

test('a player is too late who sees the game run, or was refused because it does', () => {
  const [lobby, running] = [{ phase: 'lobby' }, { phase: 'running' }] as const
  expect(isTooLate(running, 'spectator', undefined)).toBe(true)
  expect(isTooLate(undefined, 'player', 'wrong_phase')).toBe(true)
  expect(isTooLate(lobby, 'player', 'wrong_phase'), 'a page that was sent away still shows the lobby').toBe(true)
  expect(isTooLate(lobby, 'spectator', undefined)).toBe(false)
  expect(isTooLate(running, 'player', undefined)).toBe(false)
  expect(isTooLate(lobby, 'player', 'room_full')).toBe(false)
})
