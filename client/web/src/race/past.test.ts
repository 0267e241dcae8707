import { expect, test } from 'vitest'
import type { GroupLayout, Move, TableLayout } from '../wire/types'
import type { Choices } from '../table/moves'
import { Past } from './past'

const place = { x: 0, y: 0, angle: 0, dx: 0, dy: 0, label: '' }

function layout(...groups: [GroupLayout['kind'], number][]): TableLayout {
  return {
    groups: groups.map(([kind, count]) => ({ id: kind, name: kind, kind, places: Array.from({ length: count }, () => place), tail: 0, counted: false })),
    actions: [{ name: 'turn', label: 'Turn', pile: 0, spots: false }],
    counters: [],
    phases: ['play'],
  }
}

/** Make a move that leads from one position to the other. */
function make(past: Past, table: TableLayout, from: Choices, move: Move, to: Choices): void {
  past.make(move, from.piles, table)
  past.arrive(to, table)
}

test('a card that has gone to a cell is led neither back nor to another cell by way of its column', () => {
  const table = layout(['reserve', 2], ['tableau', 2])
  const start: Choices = { piles: [[], [], [5, 20], [9, 7]], moves: [[2, 0, 1], [2, 1, 1], [3, 0, 1]] }
  const later: Choices = { piles: [[20], [], [5], [9, 7]], moves: [[0, 2, 1], [0, 3, 1], [3, 1, 1]] }
  const past = new Past()
  past.arrive(start, table)
  make(past, table, start, [2, 0, 1], later)
  expect(past.onward(later, table)).toEqual([[0, 3, 1], [3, 1, 1]])

  // After an undo the same card is not led to the other cell: that is the same position.
  past.drop()
  past.arrive(start, table)
  expect(past.onward(start, table)).toEqual([[3, 0, 1]])
})

test('places in a pattern of single cards are not alike', () => {
  const table = layout(['tableau', 3])
  const start: Choices = { piles: [[4], [], []], moves: [[0, 1, 1], [0, 2, 1]] }
  const later: Choices = { piles: [[], [4], []], moves: [[1, 0, 1], [1, 2, 1]] }
  const past = new Past()
  past.arrive(start, table)
  make(past, table, start, [0, 1, 1], later)
  expect(past.onward(later, table)).toEqual([[1, 2, 1]])
})

test('the stock is turned again while that leads to a move not yet tried, and no longer', () => {
  const table = layout(['stock', 1], ['waste', 1], ['tableau', 1])
  const full: Choices = { piles: [[-1], [], [6, 31]], moves: [['turn']] }
  const turned: Choices = { piles: [[], [17], [6, 31]], moves: [['redeal'], [1, 2, 1]] }
  const past = new Past()
  past.arrive(full, table)
  make(past, table, full, ['turn'], turned)
  make(past, table, turned, ['redeal'], full)
  expect(past.onward(full, table)).toEqual([['turn']])

  const placed: Choices = { piles: [[], [], [6, 31, 17]], moves: [] }
  make(past, table, full, ['turn'], turned)
  make(past, table, turned, [1, 2, 1], placed)
  past.drop()
  past.arrive(turned, table)
  expect(past.onward(turned, table)).toEqual([])
})
