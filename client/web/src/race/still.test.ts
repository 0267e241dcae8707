import { expect, test } from 'vitest'
import type { Seat } from '../wire/types'
import { lastPlaying } from './still'

function seats(...states: Seat['state'][]): Seat[] {
  return states.map((state, seat) => ({ seat, name: `Player ${seat}`, state }) as Seat)
}

test('the only other racer who still plays is named, and nobody who is done', () => {
  expect(lastPlaying(seats('stood', 'playing'), 0)).toBe('Player 1')
  expect(lastPlaying(seats('stood', 'stuck', 'playing', 'left'), 0)).toBe('Player 2')
})

test('nobody is named if more than one plays, or only the player', () => {
  expect(lastPlaying(seats('stood', 'playing', 'playing'), 0)).toBeUndefined()
  expect(lastPlaying(seats('playing', 'stood'), 0)).toBeUndefined()
})
