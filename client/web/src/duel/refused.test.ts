import { expect, test } from 'vitest'
import { Refusal } from '../wire/connection.svelte'
import type { TableLayout } from '../wire/types'
import { meantInDuel, refusedInDuel, whyNotThis, type Standing } from './refused'
import { isSpared, type Sides } from './sides'

/** Piles: 0, 1 riddance; 2, 3 hands; 4, 5 discards; 6, 7 centre; 8 completed; 9 stock. */
const sides: Sides = {
  bank: undefined,
  of: [
    { riddance: 0, hand: 2, discards: [4] },
    { riddance: 1, hand: 3, discards: [5] },
  ],
  centre: [6, 7],
  completed: 8,
  stock: 9,
  full: 12,
  counters: [],
  phases: [],
}
const [SEVEN, JACK] = [6, 10]
const standing: Standing = { sides, own: 0, piles: [[SEVEN], [], [JACK], [-1], [], [], [0, 1], [], [], [-1]], isMine: true, task: 'turn', rival: 'Bob' }
const at = (pile: number) => ({ pile, index: 0 })

test('out of turn that is the reason, whatever was pressed', () => {
  for (const pile of [0, 1, 6, 9]) expect(whyNotThis({ ...standing, isMine: false }, at(pile))).toBe('Not your turn: it is Bob’s.')
})

test('a move that comes after the turn has ended is refused in the player’s language', () => {
  const refused = (code: 'not_your_turn' | 'wrong_phase') => refusedInDuel(new Refusal(code, 'as the server says', false), { groups: [] } as unknown as TableLayout, 'Bob')
  expect(refused('not_your_turn')).toBe('Not your turn: it is Bob’s.')
  expect(refused('wrong_phase')).toBe('That can’t be done at this moment of the game.')
})

test('each part of the table has a reason of its own', () => {
  expect(whyNotThis(standing, at(0))).toBe('The seven of clubs fits nowhere now. Next in the centre: ace or three.')
  expect(whyNotThis(standing, at(1))).toContain('are Bob’s')
  expect(whyNotThis(standing, at(3))).toContain('are Bob’s')
  expect(whyNotThis(standing, at(4))).toBe('There is no card to play here.')
  expect(whyNotThis(standing, at(6))).toContain('stay there')
  expect(whyNotThis(standing, at(7)), 'an empty place has no card that stays').toBe('There is no card to play here.')
  expect(whyNotThis(standing, at(9))).toContain('when your turn begins')
})

test('a card that must be played first is the reason for all others', () => {
  expect(whyNotThis({ ...standing, task: 'ace' }, at(2))).toContain('must go to an empty place first')
})

test('the move that is meant has the form of the legal ones', () => {
  expect(meantInDuel(sides, 0, { pile: 2, index: 1 }, 7)).toEqual(['play', [2, 1], 7])
  expect(meantInDuel(sides, 0, at(0), 6)).toEqual(['play', 0, 6])
  expect(meantInDuel(sides, 0, at(0), 4)).toEqual(['discard', [0, 0], 4])
})

test('a wild card is spared in the hand and on a discard pile, and not on the pile to get rid of', () => {
  const [KING, JOKER] = [12, 52]
  const piles = [[KING], [], [JACK, KING], [], [KING], [], [], [], [], []]
  expect([isSpared(sides, 0, piles, { pile: 2, index: 1 }), isSpared(sides, 0, piles, at(4))]).toEqual([true, true])
  expect([isSpared(sides, 0, piles, at(0)), isSpared(sides, 0, piles, at(2)), isSpared(sides, 0, piles, at(6))]).toEqual([false, false, false])
  // Among the older rules a king is a king, and a joker is wild.
  const older = { ...sides, full: 13 }
  expect([isSpared(older, 0, piles, at(4)), isSpared(older, 0, [[], [], [JOKER]], at(2))]).toEqual([false, true])
})
