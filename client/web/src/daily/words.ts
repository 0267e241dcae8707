/** What a result of a day is called. */

import { t } from '../i18n/index.svelte'
import { CONTESTS } from '../kinds/registry'
import type { DayAttempt, DayContest, DayDone, DayRow, DealProof, RoomState } from '../wire/types'

/** An attempt of fewer moves, which is neither won nor stuck, is on no board. */
const FEWEST_MOVES = 3

/** The own place on the board of the day: a place among others only where there are others. */
export function placeText(rank: number, of: number): string {
  return of > 1 ? t('day.rank', { n: rank, of }) : t('day.only')
}

/** Whether a run is worth looking at or racing against: something was played home. */
export function isWorthSeeing(row: DayRow | undefined): row is DayRow {
  return row !== undefined && (row.won || row.progress > 0)
}

/** How somebody did: the time of a game that came out, a duel's points, else the cards. */
export function doneText(done: DayDone | DayRow, contest: Pick<DayContest, 'kind' | 'progress_max'>): string {
  return CONTESTS[contest.kind].reached(done, contest.progress_max)
}

/** What becomes of an attempt that its player on the `own` seat gives up now; undefined where it is none that counts. */
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

/** How hard a deal is, by what it took the solver, which sees all the cards; undefined where it won none. */
function hardness({ number, effort = 0 }: DealProof): 'easy' | 'fair' | 'hard' | undefined {
  if (number === undefined) return undefined
  return effort <= AT_ONCE ? 'easy' : effort <= SOON ? 'fair' : 'hard'
}

/** How hard a deal is, in a sentence. */
export function proofText(proof: DealProof): string {
  const hard = hardness(proof)
  return t(hard ? `proof.${hard}` : 'proof.none.text')
}

/** How hard a deal is, in a word; undefined where nobody knows. */
export function proofWord(proof: DealProof): string | undefined {
  const hard = hardness(proof)
  return hard && t(`proof.word.${hard}`)
}
