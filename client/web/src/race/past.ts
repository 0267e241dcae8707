/** Remembers the positions that a board has had, so that no hint leads back to one of them. */

import { isAction, type Choices } from '../table/moves'
import type { GroupLayout, Move, TableLayout } from '../wire/types'

type Piles = Choices['piles']

interface Position {
  /** The moves that were legal here. */
  readonly moves: readonly Move[]
  readonly piles: Piles
  /** The positions that moves have led to, by the moves' names. */
  readonly ways: Map<string, string>
}

/** The groups whose piles may change places without changing the game. */
const ALIKE: readonly GroupLayout['kind'][] = ['tableau', 'reserve']

export class Past {
  #had = new Map<string, Position>()
  /** The position before the move that is being made, and that move; undefined after an undo. */
  #made: { readonly from: string; readonly move: Move } | undefined

  /** Note a move that is about to be made. */
  make(move: Move, piles: Piles, layout: TableLayout): void {
    this.#made = { from: keyOf(piles, layout), move }
  }

  /** Note that a move was taken back or refused: the next position is not its outcome. */
  drop(): void {
    this.#made = undefined
  }

  /** Note the position in which the board is now. */
  arrive({ moves, piles }: Choices, layout: TableLayout): void {
    const key = keyOf(piles, layout)
    const made = this.#made
    if (made && made.from !== key) {
      this.#had.get(made.from)?.ways.set(nameOf(made.move), key)
      this.#made = undefined
    }
    this.#had.set(key, { moves, piles, ways: this.#had.get(key)?.ways ?? new Map() })
  }

  /** The legal moves that lead to a position which the board has not had, or by way of the stock to such a move. */
  onward({ moves, piles }: Choices, layout: TableLayout): readonly Move[] {
    const here = keyOf(piles, layout)
    const position = this.#had.get(here) ?? { moves, piles, ways: new Map<string, string>() }
    return moves.filter((move) => this.#leadsOn({ ...position, moves, piles }, move, layout, new Set([here])))
  }

  #leadsOn(position: Position, move: Move, layout: TableLayout, passed: Set<string>): boolean {
    const key = position.ways.get(nameOf(move)) ?? (isAction(move) ? undefined : keyOf(shifted(position.piles, move), layout))
    const next = key === undefined ? undefined : this.#had.get(key)
    if (key === undefined || next === undefined) return true
    // A player who turns the stock again may choose another move on the way. Other moves back lead to nothing new.
    if (!isOfTheTable(move) || passed.has(key)) return false
    passed.add(key)
    return next.moves.some((later) => this.#leadsOn(next, later, layout, passed))
  }
}

/** True for an action without cards, such as the turning of the stock. */
function isOfTheTable(move: Move): boolean {
  return isAction(move) && move.length === 1
}

function nameOf(move: Move): string {
  return JSON.stringify(move)
}

/** The piles after a plain move, without what the rules do by themselves. */
function shifted(piles: Piles, [from, to, count]: Exclude<Move, [string, ...unknown[]]>): Piles {
  const cards = (piles[from] ?? []).slice(-count)
  return piles.map((pile, i) => (i === from ? pile.slice(0, -count) : i === to ? [...pile, ...cards] : pile))
}

/**
 * The name of a position. It is the same for positions which differ only in the order of columns or of cells. A row where no pile
 * has two cards is a pattern of places, where the order matters.
 */
function keyOf(piles: Piles, layout: TableLayout): string {
  let first = 0
  const groups = layout.groups.map(({ kind, places }) => {
    const texts = piles.slice(first, (first += places.length)).map((pile) => pile.join())
    const isPattern = kind === 'tableau' && !texts.some((text) => text.includes(','))
    return (ALIKE.includes(kind) && !isPattern ? texts.sort() : texts).join(';')
  })
  return groups.join('|')
}
