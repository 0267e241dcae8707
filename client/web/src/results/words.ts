/** The words for results and victories. */

import { listText } from '../base/text'
import { language, t } from '../i18n/index.svelte'
import { kindOf } from '../kinds/registry'
import { bySides, type SideRow } from '../kinds/sides'
import { podium } from '../room/podium'
import { isNextWatchable } from '../room/sequel'
import { catalogue } from '../state/catalogue.svelte'
import { decimalText, exactText } from '../i18n/numbers'
import type { Shut } from '../room/room.svelte'
import type { HistoryRow, Millis, NextGame, ResultRow, RoomState } from '../wire/types'
import type { Turning } from './turning'

/** A difference of times: seconds with tenths, from a minute on as on a clock. */
export function spanText(span: Millis): string {
  if (span >= 60_000) return exactText(span)
  return t('seconds', { n: decimalText(Math.floor(span / 100) / 10, 1) })
}

/** A time compared with the earlier best one, if any. */
export function bestText(time: Millis, before: Millis | undefined): string {
  if (before === undefined) return t('best.first')
  if (time === before) return t('best.equal')
  return time < before ? t('best.beaten', { by: spanText(before - time) }) : t('best.behind', { by: spanText(time - before), best: exactText(before) })
}

/** The moves of a won game compared with the earlier fewest. */
export function fewestText(moves: number, before: number): string {
  if (moves === before) return t('fewest.equal')
  return moves < before ? t('fewest.beaten', { n: before - moves }) : t('fewest.behind', { n: moves - before, best: before })
}

/** The turning point in words, for the player on the `own` seat. */
export function turningText(turning: Turning, state: RoomState, own: number | undefined): string {
  const { kind, at, seat, from } = turning
  const nameOf = (number: number | undefined) => state.seats.find((one) => one.seat === number)?.name ?? ''
  const whose = seat === own ? '.you' : from !== undefined && from === own ? '.from' : ''
  const values = { time: exactText(at), name: nameOf(seat), other: nameOf(from) }
  if (kind === 'ahead') return whose === '.you' ? t('turn.ahead.you', values) : t('turn.ahead', values)
  return t(`turn.${kind}${whose as '' | '.you' | '.from'}`, values)
}

/** The heading for a turning point. A lead that was never lost has another one. */
export function turningTitle({ kind }: Turning): string {
  return kind === 'ahead' ? t('turn.title.ahead') : t('turn.title')
}

/** The outcome in a few words, for the player on the `own` seat; undefined: for a spectator. */
export function titleText(state: RoomState, own: number | undefined): string {
  const rows = state.results?.rows ?? []
  return kindOf(state).title(rows, rows.find(({ seat }) => seat === own), state.options)
}

/** The rows on the podium. It is empty if no player got anywhere. */
export function podiumOf<Row extends ResultRow>(rows: readonly Row[]): readonly Row[] {
  return rows.some(({ won, progress }) => won || progress > 0) ? podium(rows) : []
}

/** The label of the button for the next game. Without an opponent it is no rematch, and against somebody's run no mere practice. */
export function againText(state: RoomState, own: number | undefined): string {
  if (state.rematch && state.next && state.next.game !== state.game) return t('sequel.join', { game: catalogue.titleOf(state.next) })
  if (state.rematch) return t('results.rematch.join')
  const [ghost, ...others] = state.ghosts ?? []
  if (ghost) return others.length ? t('results.again') : t('ghost.race', { name: ghost.name })
  if (state.contest) return t('daily.practise')
  return state.seats.some(({ seat }) => seat !== own) ? t('results.rematch') : t('results.again')
}

/** The next game and its chooser, in words for the player on the `own` seat. After a vote nobody is named: the room's opener chose nothing. */
export function sequelText(state: RoomState, next: NextGame, own: number | undefined): string {
  const nameOf = (number: number | undefined) => state.seats.find(({ seat }) => seat === number)?.name
  const [name, game] = [nameOf(next.by), catalogue.titleOf(next)]
  if (next.vote === 'majority') return t('sequel.voted', { game })
  if (next.vote === 'tie') {
    const decided = nameOf(next.decided)
    if (next.decided !== undefined && next.decided === own) return t('sequel.tied.you', { game })
    return decided === undefined ? t('sequel.tied', { game }) : t('sequel.tied.by', { name: decided, game })
  }
  if (name === undefined || next.by === own) return t('sequel.opened', { game })
  return next.game === state.game ? t('sequel.wants', { name }) : t('sequel.wants.game', { name, game })
}

/** Why the following room has no seat left, and what its latecomers can do. */
export function shutText(state: Pick<RoomState, 'rules'>, why: Shut): string {
  return `${t(`sequel.shut.${why}`)} ${t(isNextWatchable(state) ? 'sequel.after' : 'error.no_spectators')}`
}

/** A result in words: a time, cards home, or points. */
export function valueText(row: ResultRow, state: RoomState): string {
  return kindOf(state).reached(row, state.progress_max)
}

/** The points of a row, in a column whose head says that they are points. */
export function scoreText({ score = 0 }: Pick<ResultRow, 'score'>): string {
  return String(score).replace('-', '−')
}

/** The outcome of a game of the player's history. */
export function outcomeText(row: HistoryRow): string {
  return kindOf(row).outcome(row)
}

/** The place in front of a line of the results, `2.`; empty where nobody else played, as one is no order. */
export function orderText({ rank }: ResultRow, rows: readonly ResultRow[]): string {
  return rows.length > 1 ? `${rank}.` : ''
}

/** The lines of the results: one for each player, or for partners together. */
export function linesOf({ results, options }: Pick<RoomState, 'results' | 'options'>): SideRow[] {
  return bySides(results?.rows ?? [], options, (names) => listText(names, language.tag))
}

/** The results as a text to share. */
export function resultText(state: RoomState): string {
  const rows = linesOf(state)
  const line = (row: ResultRow) => `${orderText(row, rows)} ${t('named', { name: row.name, value: valueText(row, state) })}${row.undone ? `, ${t('results.undone', { n: row.undone })}` : ''}`.trimStart()
  return [catalogue.titleOf(state), ...rows.map(line)].join('\n')
}
