/** A group's choices after the end of its game. Pure. */

import type { NextGame, RoomState, Seat } from '../wire/types'

/** The smallest and the largest number of games in a vote. */
export const FEWEST_CANDIDATES = 2
export const MOST_CANDIDATES = 3

type Known = Pick<RoomState, 'seats' | 'host' | 'ballot' | 'rematch'>

function peopleHere({ seats }: Pick<RoomState, 'seats'>): Seat[] {
  return seats.filter(({ bot, present }) => bot === undefined && present)
}

/** The chooser of the next game: the host, or while the host is away the present person on the lowest seat. */
export function chooserOf(state: Pick<RoomState, 'seats' | 'host'>): Seat | undefined {
  return state.seats.find(({ seat, present }) => seat === state.host && present) ?? peopleHere(state).sort((a, b) => a.seat - b.seat)[0]
}

export interface Ballot {
  /** The index of the game that the player has voted for. */
  readonly mine: number | undefined
  /** The present people who have not voted yet. */
  readonly missing: readonly Seat[]
  /** True if all present people have voted. */
  readonly decided: boolean
  /** The ids of all present people who have voted; they go on together. */
  readonly together: readonly string[]
}

/** The state of the vote for the player on the seat `own`; undefined if there is no vote. */
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

/** The game that the vote has chosen, by the server's rules; undefined if nobody has voted. */
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

/** The names of people who have not come to this room yet, and have played all games of the group or may have watched the last one. */
export function awaitedFrom({ seats, series }: Pick<RoomState, 'seats' | 'series'>, watched: readonly string[] = []): string[] {
  const here = new Set(seats.map(({ player }) => player))
  const isAwaited = (player: string, games: number) => (games === (series?.game ?? 0) - 1 || watched.includes(player)) && !here.has(player)
  return series?.score.flatMap(({ player, games, name }) => (player !== undefined && isAwaited(player, games) ? [name] : [])) ?? []
}

/** The ids of people who have played with the group before and may be watching now. They join the next game once it is open. */
export function watchersFrom({ seats, series, watchers }: Pick<RoomState, 'seats' | 'series' | 'watchers'>): string[] {
  const here = new Set(seats.map(({ player }) => player))
  return watchers && series ? series.score.flatMap(({ player }) => (player === undefined || here.has(player) ? [] : [player])) : []
}

/** True if a finished game had one player on the seat `own` and no room for others, but for bots: nobody is waited for then. */
export function playedAlone({ phase, seats, rules }: Pick<RoomState, 'phase' | 'seats' | 'rules'>, own: number | undefined): boolean {
  if (phase === 'lobby' || own === undefined) return false
  const others = seats.filter(({ seat }) => seat !== own)
  return others.length ? others.every(({ bot }) => bot !== undefined) : rules.seats === 1
}

/** The number of people who are present for the next game. */
export function companySize(state: Pick<RoomState, 'seats'>): number {
  return peopleHere(state).length
}

/** True if the room that follows may be watched before its game is over. It has the options of this one. */
export function isNextWatchable({ rules }: Pick<RoomState, 'rules'>): boolean {
  return rules.spectators !== 'none'
}
