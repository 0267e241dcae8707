/** Converts between a leaderboard and its address, whose query names what differs from the defaults. Pure. */

import { KINDS } from './registry'
import type { GetLeaderboard } from '../wire/types'

export type Metric = NonNullable<GetLeaderboard['metric']>
export type Period = NonNullable<GetLeaderboard['period']>
export type Scope = NonNullable<GetLeaderboard['scope']>
export type View = 'top' | 'around' | 'among'

export const PERIODS: readonly Period[] = ['ever', 'month', 'week', 'day']
export const SCOPES: readonly Scope[] = ['game', 'family', 'all']
const VIEWS: readonly View[] = ['top', 'around', 'among']

export interface BoardChoice {
  readonly metric: Metric
  readonly period: Period
  readonly scope: Scope
  readonly view: View
}

/** The board that a query names. A value that is missing or wrong becomes the usual one. */
export function boardIn(query: string): BoardChoice {
  const said = new URLSearchParams(query)
  const oneOf = <T extends string>(values: readonly T[], name: string): T => values.find((value) => value === said.get(name)) ?? (values[0] as T)
  const leaders = Object.values(KINDS).map((kind) => kind.leaders)
  const metrics = leaders.flatMap(({ metrics: all, solo }) => [...all, ...solo])
  return { metric: oneOf(metrics, 'by'), period: oneOf(PERIODS, 'period'), scope: oneOf(SCOPES, 'scope'), view: oneOf(VIEWS, 'view') }
}

/** The address of a game's board. */
export function pathOfBoard(game: string, { metric, period, scope, view }: BoardChoice): string {
  const asked = Object.entries({ by: metric, period, scope, view }).filter(([, value]) => !['wins', 'ever', 'game', 'top'].includes(value))
  const query = new URLSearchParams(asked).toString()
  return `/leaderboard/${game}${query && `?${query}`}`
}
