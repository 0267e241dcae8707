/** What a page gives to a table. */

import type { BoardView } from './boardview.svelte'
import type { Move, TableLayout } from '../wire/types'
import type { Pick } from './moves'
import type { PileNote } from './notes'

export interface TableProps {
  layout: TableLayout
  view: BoardView | undefined
  /** What the table is called. */
  label: string
  /** The racer on whose table others look, who knows the veiled cards; the piles of such a table are read out. */
  owner?: string | undefined
  /** The legal moves; without them nobody can play here. */
  moves?: readonly Move[] | undefined
  /** A move was made; several where the same gesture means more than one. */
  onplay?: (moves: readonly Move[]) => void
  /** Something to say aloud, and now and then to show. */
  onsay?: (text: string, seen?: boolean) => void
  /** A card was put where it can't go: told of that move, the page may ask why. Without it such cards can't be dragged. */
  ontry?: ((move: Move) => void) | undefined
  /** Which move is meant by putting a card on a pile where it can't go, where that is not the one that most games know. Then a picked card that is put there by a press is tried, too. */
  meant?: ((at: Pick, pile: number) => Move) | undefined
  /** Whether a press only picks this card, even where there is one place alone to play it to. */
  spared?: ((at: Pick) => boolean) | undefined
  /** Why a press on a card does nothing, where there is more to say than that it has no place to go. */
  why?: ((at: Pick) => string | undefined) | undefined
  /** A move to point at. */
  shown?: Move | undefined
  /** Cards are never wider than this. */
  widest?: number
  margin?: number
  /** Whether columns may still grow. */
  grows?: boolean
  /** What there is to add to some piles. */
  notes?: ReadonlyMap<number, PileNote>
  /** Whether the cards show big corner marks, whatever the settings say. */
  large?: boolean
  /** Whether actions are made by picking a card first, then where it goes. */
  ordered?: boolean
  /** While cards lie as they were dealt: the number of that deal, from 1. Each deal is dealt once, one card after the other. */
  deal?: number | undefined
  /** Whether cards glide. */
  moving?: boolean
  /** Whether an answer of the server is awaited. */
  busy?: boolean
  /** The picked cards. */
  picks?: Pick[]
}

/** The same as the parts of a table read it: each property anew every time, so that they see it change. */
export interface Given extends Omit<Required<TableProps>, 'label' | 'owner'> {
  /** The table's element, once it is on the page. */
  readonly root: HTMLElement | undefined
}
