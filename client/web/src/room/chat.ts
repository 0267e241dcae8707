/** Adds lines of chat to those that are known. */

import type { ChatLine } from '../wire/types'

/** Lines with the new ones behind them: the server repeats the last ones to a player who comes back. In another room numbers begin anew, and moments go on. */
export function withLines(known: readonly ChatLine[], told: readonly ChatLine[]): readonly ChatLine[] {
  return [...known, ...told.filter(({ number, at }) => !known.some((line) => line.number === number && line.at === at))]
}
