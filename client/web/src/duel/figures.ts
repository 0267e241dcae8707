/** The pictures in the rules of Spite and Malice: small tables, drawn with the player's own cards. Pure. */

import { JOKER } from '../table/cards'
import type { GroupLayout, PilePlace, TableLayout, TableState } from '../wire/types'

export interface Figure {
  readonly name: 'goal' | 'centre' | 'turn' | 'discard'
  readonly layout: TableLayout
  readonly table: TableState
}

const [CLUBS, DIAMONDS, HEARTS, SPADES] = [0, 13, 26, 39]
const [ACE, TWO, THREE, FOUR, SIX, SEVEN, EIGHT, NINE, TEN, JACK, KING] = [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 12]
const DOWN = -1

/** A pile: its position, the offset of each further card, and its cards. */
type Pile = readonly [x: number, y: number, dx: number, dy: number, cards: readonly number[]]

function figure(name: Figure['name'], ...piles: Pile[]): Figure {
  const places = piles.map(([x, y, dx, dy]): PilePlace => ({ x, y, angle: 0, dx, dy, label: '' }))
  const group: GroupLayout = { id: 'cards', name: '', kind: 'fixed', places, tail: 0, counted: false }
  return {
    name,
    layout: { groups: [group], actions: [], counters: [], phases: [] },
    table: { piles: piles.map(([, , , , cards]) => [...cards]), counters: [] },
  }
}

/** True if there are pictures for this game. */
export function hasFigures(game: string): boolean {
  return game.startsWith('spite_and_malice')
}

/** True if kings are wild and discards go anywhere, so for three and four too; else the older game's jokers are. */
export function isModern(game: string): boolean {
  return game === 'spite_and_malice_modern' || game === 'spite_and_malice_table'
}

/** The pictures for a game. */
export function figuresOf(game: string): readonly Figure[] {
  const wild = isModern(game) ? SPADES + KING : JOKER
  const discards = isModern(game) ? [HEARTS + JACK, CLUBS + SIX, DIAMONDS + TEN] : [HEARTS + JACK, CLUBS + JACK, DIAMONDS + TEN]
  return [
    figure('goal', [0, 0, 0.14, 0, [DOWN, DOWN, DOWN, DOWN, HEARTS + SEVEN]]),
    figure('centre', [0, 0, 0.36, 0, [CLUBS + ACE, HEARTS + TWO, SPADES + THREE]], [2.3, 0, 0.36, 0, [DIAMONDS + ACE, wild, CLUBS + THREE, HEARTS + FOUR]], [4.9, 0, 0, 0, []]),
    figure('turn', [0, 0, 0.14, 0, [DOWN, DOWN, HEARTS + SEVEN]], [1.9, 0, 0.42, 0, [SPADES + TWO, DIAMONDS + FOUR, CLUBS + NINE, wild, HEARTS + EIGHT]], [5.1, 0, 0, 0, [CLUBS + SIX]], [6.2, 0, 0, 0, [DIAMONDS + NINE]]),
    figure('discard', [0, 0, 0.36, 0, discards], [2.4, 0, 0.36, 0, [SPADES + EIGHT, CLUBS + SEVEN]], [4.5, 0, 0, 0, [HEARTS + FOUR]], [5.7, 0, 0, 0, []]),
  ]
}
