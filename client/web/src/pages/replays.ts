/** The replay of each kind of room, fetched when it is needed. */

import type { Component } from 'svelte'
import type { KindName } from '../kinds/kind'
import type { BoardView } from '../table/boardview.svelte'
import type { RoomState, Seat, TableLayout } from '../wire/types'

interface Props extends Record<string, unknown> {
  layout: TableLayout
  /** The boards at this moment, and how their players stand. */
  boards: { id: number; name: string; view: BoardView; seat?: Seat | undefined }[]
  /** The players at this moment. */
  seats: readonly Seat[]
  /** The room at its end, with the options and rules of the game. */
  info: RoomState
  /** By seat: the points of the match at this moment. */
  score: readonly number[] | undefined
  /** The seat that is in front. */
  leader: number | undefined
  /** The progress that wins. */
  max: number
  followed: number | undefined
  onfollow: (id: number | undefined) => void
}

export const REPLAYS: Readonly<Record<KindName, () => Promise<{ readonly default: Component<Props> }>>> = {
  race: () => import('../race/Wall.svelte'),
  duel: () => import('../duel/DuelReplay.svelte'),
  shared: () => import('../turns/AnyReplay.svelte'),
}
