import { expect, test } from 'vitest'
import { JOKER, rankOf } from '../table/cards'
import { figuresOf, hasFigures } from './figures'

const centre = (game: string) => figuresOf(game).find(({ name }) => name === 'centre')?.table.piles ?? []
const KING = 13

test('only the games for two have pictures, each four', () => {
  expect(hasFigures('klondike')).toBe(false)
  for (const game of ['spite_and_malice', 'spite_and_malice_modern', 'spite_and_malice_mixed', 'spite_and_malice_table']) {
    expect(hasFigures(game)).toBe(true)
    expect(figuresOf(game).map(({ name }) => name)).toEqual(['goal', 'centre', 'turn', 'discard'])
  }
})

test('the centre climbs from the ace, and its wild card is that of the game', () => {
  for (const [game, isWild] of [
    ['spite_and_malice', (card: number) => card === JOKER],
    ['spite_and_malice_modern', (card: number) => card !== JOKER && rankOf(card) === KING],
    ['spite_and_malice_table', (card: number) => card !== JOKER && rankOf(card) === KING],
  ] as const) {
    const piles = centre(game)
    expect(piles.flat().filter(isWild)).toHaveLength(1)
    for (const pile of piles) pile.forEach((card, i) => expect(isWild(card) || rankOf(card) === i + 1).toBe(true))
  }
})

test('in the old game each discard lies on one as high or one higher', () => {
  const [first, second] = figuresOf('spite_and_malice').find(({ name }) => name === 'discard')?.table.piles ?? []
  for (const pile of [first ?? [], second ?? []])
    pile.slice(1).forEach((card, i) => expect([0, 1]).toContain(rankOf(pile[i] as number) - rankOf(card)))
})

test('each pile has its place', () => {
  for (const { layout, table } of figuresOf('spite_and_malice_modern')) expect(layout.groups[0]?.places).toHaveLength(table.piles.length)
})
