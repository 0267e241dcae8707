/** Moves and analyses in words. */

import { t } from '../i18n/index.svelte'
import { said, saidOr } from '../i18n/late/late'
import { JOKER, rankOf, suitOf } from '../table/cards'
import { placesOf, type Place } from '../table/geometry'
import { isAction, pileOfSpot } from '../table/moves'
import { actionName, pileName, rankLetter } from '../table/names'
import { clockText } from '../base/time'
import { refusalText } from '../state/notices.svelte'
import type { Refusal } from '../wire/connection.svelte'
import type { AnalysedBoard, Analysis, Move, RoomState, Spot, TableLayout } from '../wire/types'
import { courseOf } from './verdicts'

/** Clubs, diamonds, hearts, spades, as text and not as pictures. */
const SUITS = ['♣', '♦', '♥', '♠'].map((suit) => `${suit}\uFE0E`)

/** Return "4♦", or words for a card that lies face down. */
function cardSign(code: number): string {
  if (code < 0) return t('card.down')
  return code === JOKER ? t('card.joker') : `${rankLetter(rankOf(code))}${SUITS[suitOf(code)]}`
}

/** "4♦ to 5♠", "4♦ to foundation 1" or "“Turn”": a move on the table as it is before it. */
export function signText(move: Move, piles: readonly (readonly number[])[], layout: TableLayout): string {
  if (isAction(move)) {
    const cards = (move.slice(1) as Spot[]).map((spot) => (typeof spot === 'number' ? piles[spot]?.at(-1) : piles[pileOfSpot(spot)]?.[spot[1]]))
    return [t('quoted', { name: actionName(layout, move[0]) }), ...cards.flatMap((card) => (card === undefined ? [] : cardSign(card)))].join(' ')
  }
  const [from, to, count] = move
  const [lifted, onto] = [piles[from]?.at(-count) ?? -1, piles[to]?.at(-1) ?? -1]
  const place = placesOf(layout)[to] as Place
  const isHome = place.group.kind === 'foundation' || place.group.kind === 'discard'
  return t('move.said', { card: cardSign(lifted), pile: onto < 0 || isHome ? pileName(place) : cardSign(onto) })
}

/** The name of the panel about a board. A board that was won lost nothing. */
export function panelTitle({ seats }: Pick<RoomState, 'seats'>, seat: number | undefined): string {
  return said(seats.some((one) => one.seat === seat && one.state === 'finished') ? 'where.title.won' : 'where.title')
}

/** Return a sentence about an analysis that names no turning point: it waits, runs, failed, or can't be had. `day`: the day of the deal, if it has one. */
export function stateText(told: Analysis | undefined, refused: Refusal | undefined, day: string | undefined): string {
  if (refused) return refusalText(refused)
  if (told?.status === 'queued' && told.waiting) return said('where.queued', { n: told.waiting })
  if (!told || told.status === 'queued' || told.status === 'running') return said('where.running')
  if (told.status === 'unavailable') return said(day === new Date().toISOString().slice(0, 10) ? 'where.tomorrow' : 'where.unavailable')
  return told.status === 'failed' ? said('where.failed') : ''
}

/** A sentence that says where a board was lost; `piles` are its piles at the turning point, `own`: it is the reader's. */
export function courseText(board: AnalysedBoard, won: boolean, piles: readonly (readonly number[])[], layout: TableLayout): string {
  const course = courseOf(board, won)
  if (course !== 'turned' || !board.turning) return said(`where.${course === 'turned' ? 'unknown' : course}`)
  const { winning, at, lost, position } = board.turning
  const time = clockText(at)
  const text = winning ? said('where.turned', { move: signText(winning, piles, layout), time }) : said('where.turned.at', { time })
  if (lost) return text
  const later = board.spans.find(({ first, verdict }) => verdict === 'lost' && first > position)
  return `${text} ${later ? said('where.later', { n: later.first - position }) : said('where.after')}`
}

/** "can be won" */
export function verdictText(verdict: string): string {
  return saidOr(`verdict.${verdict}`, verdict)
}
