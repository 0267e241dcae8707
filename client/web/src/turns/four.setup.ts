/** The layout of Spite and Malice for three and four, for the tests of this folder. */

import type { GroupLayout, PilePlace, TableLayout } from '../wire/types'

function group(id: string, kind: GroupLayout['kind'], each: number, seats = 4): GroupLayout {
  const place = (seat: number): PilePlace => ({ x: 0, y: 0, angle: 0, dx: 0, dy: 0, label: '', ...(seats > 1 ? { owner: seat } : {}) })
  return { id, name: id, kind, places: Array.from({ length: seats * each }, (_, i) => place(Math.floor(i / each))), tail: 0, counted: false }
}

export const LAYOUT: TableLayout = {
  groups: [group('riddance', 'reserve', 1), group('hand', 'hand', 1), group('discards', 'tableau', 4), group('centre', 'foundation', 4, 1), group('completed', 'discard', 1, 1), group('stock', 'stock', 1, 1)],
  actions: [],
  counters: ['seat', 'passes', 'shuffles', 'out'],
  phases: ['turn', 'over'],
}
