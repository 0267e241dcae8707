/** The end of a game at one table, in words: lost early, broken off, or by partners. */

import { said } from '../i18n/late/late'
import { kindOf } from '../kinds/registry'
import { hasPartners, isBrokenOff } from '../kinds/sides'
import type { HistoryRow, RoomState } from '../wire/types'
import { outcomeText, titleText } from './words'

/** A sentence for each player who has resigned, was too late or has left. `own` is the reader's seat, if any. */
export function lossTexts(room: RoomState, own: number | undefined): string[] {
  return room.seats.flatMap(({ seat, name, state }) => {
    if (state !== 'stood' && state !== 'late' && state !== 'left') return []
    return seat === own ? said(`duel.lost.${state}.you`) : said(`duel.lost.${state}`, { name })
  })
}

/** True if only bots were left of the players at one table, so that nothing was decided. */
export function isOff(state: RoomState): boolean {
  return state.results !== undefined && !kindOf(state).ownBoards && isBrokenOff(state.seats, state.options)
}

/** The outcome in a few words, for the player on the `own` seat; undefined: for a spectator. */
export function headlineText(state: RoomState, own: number | undefined): string {
  if (!isOff(state)) return titleText(state, own)
  return state.seats.some(({ seat }) => seat === own) ? said('ending.off.you') : said('ending.off')
}

/** Why a game at one table was lost or ended early, a sentence each. `own` is the reader's seat, if any. */
export function endTexts(state: RoomState, own: number | undefined): string[] {
  return [...lossTexts(state, own), ...(isOff(state) ? [said('ending.off.bots')] : [])]
}

/** The outcome of a game of the player's history. Partners have won or lost together, unless one of them left. */
export function pastText(row: HistoryRow): string {
  if (!hasPartners(row.options) || (!row.won && row.rank === 1)) return outcomeText(row)
  if (row.won) return said('sides.won')
  const partner = row.others.find((other) => other.partner)
  return partner && partner.rank !== row.rank ? outcomeText(row) : said('sides.lost')
}
