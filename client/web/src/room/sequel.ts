/** What a group may do after the end of its game. Pure. */

import type { NextGame, RoomState, Seat } from '../wire/types'

/** How many games there are in a vote, at least and at most. */
export const FEWEST_CANDIDATES = 2
export const MOST_CANDIDATES = 3

type Known = Pick<RoomState, 'seats' | 'host' | 'ballot' | 'rematch'>

function peopleHere({ seats }: Pick<RoomState, 'seats'>): Seat[] {
  return seats.filter(({ bot, present }) => bot === undefined && present)
}

/** Who chooses the next game: the host, or while the host is away the person on the lowest seat who is here. */
export function chooserOf(state: Pick<RoomState, 'seats' | 'host'>): Seat | undefined {
  return state.seats.find(({ seat, present }) => seat === state.host && present) ?? peopleHere(state).sort((a, b) => a.seat - b.seat)[0]
}

export interface Ballot {
  /** The place of the game that the player is for. */
  readonly mine: number | undefined
  /** Who is here and has not voted yet. */
  readonly missing: readonly Seat[]
  /** Whether nobody is waited for any more. */
  readonly decided: boolean
  /** The ids of all who have voted and are here: they go on together. */
  readonly together: readonly string[]
}

/** How a vote stands for somebody on a seat; undefined where there is none. */
export function ballotOf(state: Known, own: number | undefined): Ballot | undefined {
  if (!state.ballot?.length || state.rematch) return undefined
  const voters = new Set(state.ballot.flatMap(({ votes }) => votes))
  const mine = state.ballot.findIndex(({ votes }) => own !== undefined && votes.includes(own))
  const here = peopleHere(state)
  const missing = here.filter(({ seat }) => !voters.has(seat))
  return {
    mine: mine < 0 ? undefined : mine,
    missing,
    decided: missing.length === 0,
    together: here.flatMap(({ seat, player }) => (voters.has(seat) && player !== undefined ? [player] : [])),
  }
}

/** The game that a vote has chosen, as the server counts it; undefined where nobody has voted. */
export function chosenBy(state: Known): NextGame | undefined {
  const ballot = state.ballot ?? []
  const most = Math.max(0, ...ballot.map(({ votes }) => votes?.length ?? 0))
  const leading = ballot.filter(({ votes }) => (votes?.length ?? 0) === most)
  if (!most || !leading[0]) return undefined
  const [{ game, title }] = leading
  if (leading.length === 1) return { game, title, vote: 'majority' }
  const chooser = chooserOf(state)?.seat
  const favourite = leading.find(({ votes }) => chooser !== undefined && votes?.includes(chooser))
  if (!favourite || chooser === undefined) return { game, title, vote: 'tie' }
  return { game: favourite.game, title: favourite.title, vote: 'tie', decided: chooser }
}

/** Who has played all games of the group so far and has not come to the next one yet. */
export function awaitedFrom({ seats, series }: Pick<RoomState, 'seats' | 'series'>): string[] {
  const here = new Set(seats.map(({ player }) => player))
  const lines = series?.score.filter(({ player, games }) => player !== undefined && games === series.game - 1 && !here.has(player))
  return lines?.map(({ name }) => name) ?? []
}

/** How many people are here to play the next game. */
export function companySize(state: Pick<RoomState, 'seats'>): number {
  return peopleHere(state).length
}
