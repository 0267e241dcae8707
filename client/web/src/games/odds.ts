/** The share of a game's deals that can be won, as far as it is known, and the source of that knowledge. */

import { t } from '../i18n/index.svelte'
import { decimalText } from '../i18n/numbers'
import { kindOf } from '../kinds/registry'
import type { GameInfo } from '../wire/types'

type Facts = Pick<GameInfo, 'kind' | 'won' | 'won_of' | 'solvable' | 'proved'>

/** A share in percent. A lower bound is rounded down, an upper bound up. */
const percent = (share: number, round = Math.round): number => round(Number((100 * share).toFixed(6)))

/** A bound in percent. It has a decimal digit where it would otherwise be none or all, and is not: "at most 100%" says nothing. */
function bound(share: number, round: (value: number) => number): number | string {
  const whole = percent(share, round)
  return (whole === 0 || whole === 100) && whole !== 100 * share ? decimalText(percent(10 * share, round) / 10, 1) : whole
}

/** A published share in percent. Some deals are lost: then it has as many digits as it takes not to be called all. */
function published(share: number): number | string {
  for (let digits = 0; share < 1 && digits < 6; digits++) {
    const text = (100 * share).toFixed(digits)
    if (Number(text) < 100) return decimalText(Number(text), digits)
  }
  return 100
}

/** The proofs of our solver, for `odds.…` and `odds.short.…`; undefined if it has decided no deal. */
function proof({ proved }: Facts): { kind: 'exact' | 'range' | 'least' | 'most'; n: number; least: number | string; most: number | string } | undefined {
  if (!proved || proved.won + proved.lost === 0) return undefined
  const { deals: n, won, lost } = proved
  const kind = won + lost === n ? 'exact' : lost === 0 ? 'least' : won === 0 ? 'most' : 'range'
  const least = kind === 'exact' ? percent(won / n) : bound(won / n, Math.floor)
  return { kind, n, least, most: bound(1 - lost / n, Math.ceil) }
}

/** The results of our good bot on the game's deals, for `odds.bot…`; undefined if it has played none. */
function bot({ won, won_of: deals }: Facts): { kind: '' | '.few' | '.none'; n: number; deals: number } | undefined {
  if (won === undefined || deals === undefined) return undefined
  return { kind: won === 0 ? '.none' : won < 0.01 ? '.few' : '', n: percent(won), deals }
}

/** The best known figure, in a few words: the share of deals that can be won, else the bot's share; undefined if nobody wins a deal alone. */
export function oddsBrief(game: Facts): string | undefined {
  if (!kindOf(game).ownBoards) return undefined
  if (game.solvable !== undefined) return t('odds.short.exact', { least: published(game.solvable) })
  const [proved, played] = [proof(game), bot(game)]
  if (proved) return t(`odds.short.${proved.kind}`, proved)
  return played ? t(`odds.short.bot${played.kind}`, played) : t('odds.short.nothing')
}

/** All that is known, a sentence each: what was published, what our solver has proved, and what our bot does. */
export function oddsTold(game: Facts): string[] {
  if (!kindOf(game).ownBoards) return []
  const [proved, played, { solvable }] = [proof(game), bot(game), game]
  const told: string[] = []
  if (solvable !== undefined) told.push(t('odds.published', { n: published(solvable) }))
  if (proved) told.push(t(`odds.${proved.kind}`, proved))
  else if (game.proved) told.push(t('odds.undecided', { n: game.proved.deals }))
  else if (solvable === undefined) told.push(t('odds.nothing'))
  if (played) told.push(t(`odds.bot${played.kind}`, played))
  return told
}
