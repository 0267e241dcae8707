import { describe, expect, it } from 'vitest'
import { isSpied, undoText, watchName, watchText } from './explaining'

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
