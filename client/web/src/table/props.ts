/** The properties of a table. */

import type { BoardView } from './boardview.svelte'
import type { Move, TableLayout } from '../wire/types'
import type { Pick } from './moves'
import type { PileNote } from './notes'

/** A table on the page, for whoever lets its cards shake or leap. */
export interface ShownTable {
  shake(pile: number): void
  celebrate(): Promise<void>
  endCelebration(): void
  pickByKey(pick: Pick): void
}

/** The properties that a table takes from whoever shows one, such as the board of a duel or of a shared table. */
export interface BoardProps {
  layout: TableLayout
  view: BoardView | undefined
  /** The legal moves; without them nobody can play here. */
  moves?: readonly Move[] | undefined
  /** Called with a text for screen readers, which is also shown if `seen`. */
  onsay?: (text: string, seen?: boolean) => void
  /** Called with the move if a card was put where it can't go, so that the page may ask why. Without it such cards can't be dragged. */
  ontry?: ((move: Move) => void) | undefined
  /** Returns why a press on a card does nothing, if there is another reason than that it has no place to go. */
  why?: ((at: Pick) => string | undefined) | undefined
  /** While cards lie as they were dealt: the number of that deal, from 1. Each deal is dealt once, one card after the other. */
  deal?: number | undefined
  /** Whether an answer of the server is awaited. */
  busy?: boolean
  /** The picked cards. */
  picks?: Pick[]
  /** To bind: the table itself. */
  table?: ShownTable | undefined
}

export interface TableProps extends Omit<BoardProps, 'table'> {
  /** The name of the table, for screen readers. */
  label: string
  /** The name of the racer, on a table of another player. The racer knows the veiled cards; screen readers read the piles. */
  owner?: string | undefined
  /** A move was made; several where the same gesture means more than one. */
  onplay?: (moves: readonly Move[]) => void
  /** Returns the move of putting a card on a pile where it can't go, if it is not a plain move. Then pressing a pile with a picked card also tries it. */
  meant?: ((at: Pick, pile: number) => Move) | undefined
  /** Returns true for a card that a press only picks, even if it has one target only. */
  spared?: ((at: Pick) => boolean) | undefined
  /** The move that a hint shows. */
  shown?: Move | undefined
  /** Cards are never wider than this. */
  widest?: number
  margin?: number
  /** Whether columns may still grow. */
  grows?: boolean
  /** Additions to some piles, by their numbers. */
  notes?: ReadonlyMap<number, PileNote>
  /** The player's seat, at a table where others have piles too; undefined for spectators. */
  own?: number | undefined
  /** By seat: the colour of its backs, at a table where all play at the same time. A card of somebody else goes to a foundation face down, and is turned up there. */
  colours?: readonly string[] | undefined
  /** True for large corner marks, whatever the settings are. */
  large?: boolean
  /** True if the spots of actions must be picked in order: the card first, then its target. */
  ordered?: boolean
  /** Whether cards glide. */
  moving?: boolean
}

/** The properties as the parts of a table read them: by getters, so that changes are seen. */
export interface Given extends Omit<Required<TableProps>, 'label' | 'owner'> {
  /** The table's element, once it is on the page. */
  readonly root: HTMLElement | undefined
}
