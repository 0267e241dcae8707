/** The words for the results of a day. */

import { t } from '../i18n/index.svelte'
import type { Contest } from '../kinds/kind'
import { CONTESTS } from '../kinds/registry'
import type { DayAttempt, DayContest, DayDone, DayRow, DealProof, Ghost, HistoryRow, RoomState } from '../wire/types'

/** An attempt of fewer moves, which is neither won nor stuck, is on no board. */
const FEWEST_MOVES = 3

/** The player's place on the board of the day, in words that fit a board with one row too. */
export function placeText(rank: number, of: number): string {
  return of > 1 ? t('day.rank', { n: rank, of }) : t('day.only')
}

/** The contest of a day that a game of the history was; empty where it was none. */
export function contestText({ kind, why_not: why }: Pick<HistoryRow, 'kind' | 'why_not'>): string {
  const contest = why === 'daily' && (CONTESTS as Readonly<Partial<Record<HistoryRow['kind'], Contest>>>)[kind]
  return contest ? t(contest.title) : ''
}

/** The time left of a day in hours and minutes, rounded up to a minute. A unit of which nothing is left is not named. */
export function leftOfDay(milliseconds: number, locale: string): string {
  const minutes = Math.max(1, Math.ceil(milliseconds / 60_000))
  const unit = (value: number, name: string) => (value ? [new Intl.NumberFormat(locale, { style: 'unit', unit: name }).format(value)] : [])
  return [...unit(Math.floor(minutes / 60), 'hour'), ...unit(minutes % 60, 'minute')].join(' ')
}

/** True if a run is worth watching or racing against: it brought a card home. */
export function isWorthSeeing(row: DayRow | undefined): row is DayRow {
  return row !== undefined && (row.won || row.progress > 0)
}

/** The name of a ghost for the player with this id. The player's own is not called by name, as the player races under it. */
export function ghostName(ghost: Ghost, player: string): string {
  return ghost.player === player ? t('ghost.mine') : ghost.name
}

/** A result in words: the time of a won race, a duel's points, otherwise the cards home. */
export function doneText(done: DayDone | DayRow, contest: Pick<DayContest, 'kind' | 'progress_max'>): string {
  return CONTESTS[contest.kind].reached(done, contest.progress_max)
}

/** The consequence of giving up now for the attempt of the player on the `own` seat; undefined if no attempt counts. */
export function endText({ contest, attempts, seats }: Pick<RoomState, 'contest' | 'attempts' | 'seats'>, own: number | undefined): string | undefined {
  const mine = seats.find(({ seat }) => seat === own)
  if (!contest || !mine || !attempts?.includes(mine.seat)) return undefined
  if (mine.moves < FEWEST_MOVES && mine.state !== 'stuck') return t('daily.ends.few')
  return t(CONTESTS[contest].ends)
}

/** Why an attempt that is over is on no board. */
export function nothingText({ why_not: why }: Pick<DayAttempt, 'why_not'>): string {
  return why ? t(`daily.nothing.${why}`) : t('daily.nothing')
}

/** Positions that the solver went through: up to the first it won almost at once, up to the second soon. */
const AT_ONCE = 500
const SOON = 5000

/** The difficulty of a deal, by the work of the solver, which sees all the cards; undefined if it won none. */
function hardness({ number, effort = 0 }: DealProof): 'easy' | 'fair' | 'hard' | undefined {
  if (number === undefined) return undefined
  return effort <= AT_ONCE ? 'easy' : effort <= SOON ? 'fair' : 'hard'
}

/** The difficulty of a deal, in a sentence. */
export function proofText(proof: DealProof): string {
  const hard = hardness(proof)
  return t(hard ? `proof.${hard}` : 'proof.none.text')
}

/** The difficulty of a deal, in a word; undefined if nobody knows. */
export function proofWord(proof: DealProof): string | undefined {
  const hard = hardness(proof)
  return hard && t(`proof.word.${hard}`)
}
