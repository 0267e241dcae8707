import { expect, test } from 'vitest'
import type { Ghost } from '../wire/types'
import { besideText } from './beside'

test('a player’s own ghost is not called by the name that the player races under', () => {
  const ghost: Ghost = { room: 'ABCDEF', seat: 0, name: 'Anna', player: 'me', state: 'finished', ended: 9000, steps: [[9000, 52]] }
  const other = { ...ghost, player: 'somebodyelse' }
  expect(besideText(ghost, { time: 1000 }, 'me')).toBe('0:01.0 ahead of your own ghost.')
  expect(besideText(ghost, { cards: -1 }, 'me')).toBe('1 card fewer than your own ghost.')
  expect(besideText(other, { time: 0 }, 'me')).toBe('Level with the ghost of Anna.')
})
