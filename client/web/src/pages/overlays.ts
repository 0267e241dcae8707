/** The overlay for streamers of each kind of room, fetched when it is needed. */

import type { Component, Snippet } from 'svelte'
import type { KindName } from '../kinds/kind'
import type { Room } from '../room/room.svelte'
import type { RoomState, Seat, TableLayout } from '../wire/types'

interface Props extends Record<string, unknown> {
  room: Room
  info: RoomState
  layout: TableLayout
  /** The players that are shown. */
  seats: readonly Seat[]
  /** A player's name and standing. */
  plate: Snippet<[Seat]>
  /** True if plates are shown. */
  names: boolean
}

export const OVERLAYS: Readonly<Record<KindName, () => Promise<{ readonly default: Component<Props> }>>> = {
  race: () => import('../race/RaceOverlay.svelte'),
  duel: () => import('../duel/DuelOverlay.svelte'),
  shared: () => import('../turns/AnyOverlay.svelte'),
}
