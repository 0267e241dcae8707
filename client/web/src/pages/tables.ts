/** The table of each kind of room, from the countdown on. The race's table is part of the page; others are fetched when needed. */

import type { Component } from 'svelte'
import type { KindName } from '../kinds/kind'
import PlayView from '../race/PlayView.svelte'
import type { Celebration } from '../results/celebration.svelte'
import type { Room } from '../room/room.svelte'

interface Props extends Record<string, unknown> {
  room: Room
  celebration: Celebration
  /** True if the results lie over the table. */
  covered: boolean
}

interface Fetched {
  readonly default: Component<Props>
}

/** By kind: the component for a player, or for a spectator. */
export const TABLES: Readonly<Record<KindName, (role: Room['role']) => Fetched | Promise<Fetched>>> = {
  race: (role) => (role === 'player' ? { default: PlayView } : import('../watch/WatchView.svelte')),
  duel: () => import('../duel/DuelView.svelte'),
  shared: () => import('../turns/AnyView.svelte'),
}
