/** Practice from a position of a replay. */

import { pathTo } from '../base/router.svelte'
import { Room } from '../room/room.svelte'
import { goInto } from '../state/catalogue.svelte'
import { connection } from '../state/connection'
import { preview } from '../state/preview.svelte'
import { GHOST_SEATS, type Joined, type Move, type PracticeStart, type RoomState } from '../wire/types'

/** A position on a board of a replay, and moves that lead on from there. */
export interface Where {
  /** The room of the replay, and its key where it is by link only. */
  readonly room: string
  readonly key: string
  readonly seat: number
  /** The number of the board's steps before it. */
  readonly step: number
  readonly moves: readonly Move[]
}

/** The replays from which this page has begun to practise, by the practice room: the server does not tell their keys. */
const origins = new Map<string, string>()

/** Begin to practise from a position. Throws the server's refusal. */
export async function playFrom({ room, key, seat, step, moves }: Where): Promise<void> {
  preview.stop()
  const joined = await connection.ask<Joined>({ type: 'play_from', room, key: key || undefined, seat, step, moves: [...moves] })
  origins.set(joined.room, key)
  const practice = new Room(connection, joined.room, 'player', joined)
  await practice.ready()
  goInto(practice)
}

/** The position on a board of a replay; a ghost's is in the replay of the room where it raced. */
export function positionOf(state: RoomState, key: string, seat: number, step: number, moves: readonly Move[]): Where {
  const ghost = state.ghosts?.[seat - GHOST_SEATS]
  if (ghost) return { room: ghost.room, key: '', seat: ghost.seat, step, moves }
  return { room: state.code, key, seat, step, moves }
}

/** The path of the replay from which a practice room began. */
export function pathBack(code: string, { room }: PracticeStart): string {
  return pathTo('replay', room, origins.get(code) ?? '', '?lost')
}
