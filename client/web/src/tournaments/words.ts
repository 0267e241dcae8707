/** The words for tournaments, their games and results. */

import { language, t } from '../i18n/index.svelte'
import { said } from '../i18n/late/late'
import { catalogue } from '../state/catalogue.svelte'
import type { ListedTournament, ResultRow, TournamentGame, TournamentTerms } from '../wire/types'
import { winnerIn } from './bracket'
import { leftText, momentText } from './times'

/** The title of a tournament, made of its kind and the title of its game where the host has given none. */
export function titleOf({ title, kind, game }: Pick<TournamentTerms, 'title' | 'kind' | 'game'>, played = gameOf({ game })): string {
  return title || said('tour.named', { kind: said(`tour.${kind}`), game: played })
}

/** The title of its game. */
export function gameOf({ game }: Pick<TournamentTerms, 'game'>): string {
  return catalogue.find(game)?.title ?? game.replace(/_/g, ' ')
}

/** The length of a tournament: the minutes of an arena, the rounds of the other kinds; empty if that is open. */
export function lengthOf({ terms, rounds }: Pick<ListedTournament, 'terms' | 'rounds'>): string {
  if (terms.kind === 'arena') return t('minutes', { n: terms.minutes })
  const n = rounds || terms.rounds
  return n ? said('tour.rounds', { n }) : ''
}

/** When it begins, as long as it has not begun. */
export function startText({ starts }: Pick<ListedTournament, 'starts'>, now: number): string {
  if (starts <= now) return said('tour.starts.now')
  return said('tour.starts', { at: momentText(starts, now, language.locale), time: leftText(starts - now, language.tag) })
}

/** The present stage of a tournament: the start, the time that is left, the round, or the winner. */
export function phaseText(about: Pick<ListedTournament, 'terms' | 'phase' | 'starts' | 'until' | 'round' | 'rounds' | 'winner'>, now: number): string {
  const { terms, phase, until, round, rounds, winner } = about
  if (phase === 'open') return startText(about, now)
  if (phase === 'cancelled') return said('tour.cancelled')
  if (phase === 'over') return winner ? said('tour.winner', { name: winner }) : said('tour.winner.none')
  if (terms.kind !== 'arena') return rounds ? said('tour.round', { n: Math.max(1, round), max: rounds }) : said('tour.runs')
  return until > now ? said('tour.left', { time: leftText(until - now, language.tag) }) : said('tour.last')
}

/** The outcome of a game of a tournament, in a sentence. */
export function resultText(game: TournamentGame): string {
  const [first, second] = game.players.map(({ name }) => name)
  if (!second) return said('tour.bye', { name: first ?? '' })
  if (game.result === undefined) return said('tour.playing', { first: first ?? '', second })
  if (game.result === 'neither') return said('tour.result.nobody', { first: first ?? '', second })
  if (game.result === 'void') return said('tour.result.void', { first: first ?? '', second })
  const winner = winnerIn(game)
  if (winner === undefined) return said('tour.result.draw', { first: first ?? '', second })
  const [won, lost] = winner ? [second, first ?? ''] : [first ?? '', second]
  return said('tour.result', { winner: won, loser: lost })
}

/** The cards or points of both, the winner's first, as the sentence names them; empty if they did not decide. Among equal cards the sooner player wins. */
export function cardsText({ cards, result, cause }: Pick<TournamentGame, 'cards' | 'result' | 'cause'>): string {
  if (cause !== 'played' || cards.length < 2) return ''
  const both = (result === 'second' ? [...cards].reverse() : cards).join('\u00a0:\u00a0')
  return result !== 'draw' && cards[0] === cards[1] ? said('tour.sooner', { cards: both }) : both
}

/** The score of a player: points, or in a knockout the rounds that were won. */
export function pointsText(kind: TournamentTerms['kind'], n: number): string {
  return kind === 'knockout' ? said('tour.through', { n }) : t('duel.points', { n })
}

/** Why a game came out as it did, where it was not simply played; else empty. */
export function causeText({ result, cause, players }: Pick<TournamentGame, 'result' | 'cause' | 'players'>): string {
  if (result === 'neither') return ''
  if (cause === 'no_show') return said('tour.cause.no_show')
  if (cause === 'lot' && players.every(({ player }) => player === undefined)) return said('tour.cause.bots')
  return cause === 'left' || cause === 'lot' || cause === 'not_opened' || cause === 'overdue' || cause === 'host' ? said(`tour.cause.${cause}`) : ''
}

/** The words of a game's results if its tournament has decided it otherwise than its table. */
export interface Decision {
  readonly title: string
  readonly text: string
  /** True if the first of the results is the winner. */
  readonly agrees: boolean
}

/** The decision in words for the player `own`; undefined if the game was played to its end, or nothing is decided yet. */
export function decisionOf(game: TournamentGame, rows: readonly Pick<ResultRow, 'rank' | 'name'>[], own: string | undefined): Decision | undefined {
  if (game.result === undefined || game.cause === 'played') return undefined
  const place = winnerIn(game)
  const winner = place === undefined ? undefined : game.players[place]
  const isMine = (player: string | undefined) => own !== undefined && player === own
  const hasLost = winner !== undefined && !isMine(winner.player) && game.players.some(({ player }) => isMine(player))
  const title = winner === undefined ? t('results.over') : isMine(winner.player) ? t('results.won') : t('results.winner', { name: winner.name })
  const cause = causeText(game)
  const text = hasLost && game.cause === 'left' ? said('tour.decided.left.you') : resultText(game) + (cause && ` · ${cause}`)
  return { title, text, agrees: winner !== undefined && rows.find(({ rank }) => rank === 1)?.name === winner.name }
}
