import { beforeEach, expect, test, vi } from 'vitest'
import type { Seat } from '../wire/types'

const settings = vi.hoisted(() => {
  const values: Record<string, unknown> = {}
  return { values, set: (key: string, value: unknown) => void (values[key] = value) }
})
vi.mock('../base/settings.svelte', () => ({ settings }))

const { FACES, PHRASES, emoteText, isHeard, mute, saidText } = await import('./emotes')

const ann = { seat: 0, name: 'Ann', player: 'a' } as Seat
const bob = { seat: 1, name: 'Bob', player: 'b' } as Seat
const program = { seat: 2, name: 'Cid' } as Seat

beforeEach(() => {
  settings.set('quiet', false)
  settings.set('muted', [])
})

test('there are a dozen and more, each with something to show', () => {
  const all = [...Object.keys(FACES), ...PHRASES]
  expect(all.length).toBeGreaterThanOrEqual(12)
  for (const emote of all) expect(emoteText(emote)).toBeTruthy()
  expect(emoteText('of_a_later_version')).toBeUndefined()
})

test('who is muted is not heard, here and after the next start', () => {
  mute(ann, true)
  expect([ann, bob].map(isHeard)).toEqual([false, true])
  expect(saidText(ann, 1, 'clap')).toBeUndefined()
  expect(saidText(bob, 0, 'clap')).toBe('Bob: 👏 Bravo!')
  expect(settings.values['muted']).toEqual(['a'])
  mute(ann, false)
  expect(saidText(ann, 1, 'good_game')).toBe('Ann: Good game!')
  mute(program, true)
  expect(isHeard({ name: 'Cid', player: 'c' })).toBe(true)
  expect(isHeard(program)).toBe(false)
})

test('where all are muted one still sees what one has said', () => {
  settings.set('quiet', true)
  expect(saidText(bob, 0, 'thanks')).toBeUndefined()
  expect(saidText(ann, 0, 'thanks')).toBe('You: Thank you!')
})
