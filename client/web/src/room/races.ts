/** The progress of a series of races. Pure. */

import { podium } from './podium'
import type { Millis, RaceSeries, RoomState, SeriesLine } from '../wire/types'

/** The milliseconds after the latest call to the next race in which the page still goes there by itself. Later a player looks at old results. */
const FOLLOWED_MS = 20_000

type Known = Pick<RoomState, 'races' | 'phase'>

/** True if another race of the series follows this one. */
export function goesOn({ races }: Pick<RoomState, 'races'>): boolean {
  return races !== undefined && races.race < races.races
}

/** True if the last race of a series is over. */
export function isWholeSeries({ races, phase }: Known): boolean {
  return races !== undefined && races.race === races.races && phase === 'finished'
}

/** True if the next race was called, and not so long ago that nobody goes there any more. */
export function isCalled({ races }: Pick<RoomState, 'races'>, now: Millis): boolean {
  return races?.called === true && races.next_at !== undefined && now < races.next_at + FOLLOWED_MS
}

/** The game of the next race; undefined if it is not drawn yet, or if there is none. */
export function nextGame({ races, games, race }: Pick<RaceSeries, 'race' | 'races' | 'games'>): string | undefined {
  return race < races ? games[race] : undefined
}

/** The number of races of the series that are over. */
export function racesOver({ races, phase }: Known): number {
  return races ? races.race - (phase === 'finished' ? 0 : 1) : 0
}

/** The number of those for whom a podium has room: in each knockout two share the third place. */
const ROOM = 4

/** The lines on the podium of a series or a tournament. It is empty if nobody has points. */
export function podiumOfSeries<Line extends Pick<SeriesLine, 'rank' | 'points'>>(standings: readonly Line[]): readonly Line[] {
  return winnersOf(standings).length ? podium(standings, ROOM) : []
}

/** The winners: those with the most points, if anybody has any. */
export function winnersOf<Line extends Pick<SeriesLine, 'rank' | 'points'>>(standings: readonly Line[]): readonly Line[] {
  return standings.filter(({ rank, points }) => rank === 1 && points > 0)
}

/** The people whom the next race waits for: present, and not ready for it. */
export function unreadyFor({ seats, onward }: Pick<RoomState, 'seats' | 'onward'>): string[] {
  return seats.filter(({ seat, bot, present }) => bot === undefined && present && !onward.includes(seat)).map(({ name }) => name)
}
