/** The choices of a room that the rules of a duel leave open. Pure. */

import { said, saidOr } from '../i18n/late/late'
import { t } from '../i18n/index.svelte'
import type { RoomState } from '../wire/types'

/** The room's own rules, in sentences. */
export function settledRules({ options, rules }: Pick<RoomState, 'options' | 'rules'>): string[] {
  const { riddance, centre, move_seconds: seconds, on_timeout: late, max_timeouts: most, scoring, stop } = options
  const found = riddance === undefined ? [] : [said('duel.settled.pile', { n: Number(riddance) })]
  if (stop !== undefined) found.push(said(stop === 'enforced' ? 'bank.settled.enforced' : 'bank.settled.called'))
  if (centre !== undefined) found.push(said('duel.settled.centre', { n: Number(centre) }))
  if (seconds) found.push(`${said('duel.settled.action', { n: Number(seconds) })} ${late === 'forfeit' ? said('create.late.forfeit') : said('create.late', { max: Number(most) })}`)
  if (rules.time_limit) found.push(`${said('duel.settled.game', { time: t('minutes', { n: rules.time_limit / 60 }) })} ${said('about.clock')}`)
  if (rules.days_per_turn) found.push(`${said('create.days.n', { n: rules.days_per_turn })}. ${said('about.days')}`)
  else if (!seconds && !rules.time_limit) found.push(said('duel.settled.clockless'))
  const points = saidOr(`about.scoring.${String(scoring)}`, '')
  if (points) found.push(points)
  if (rules.target) found.push(`${said('duel.match', { n: rules.target })}.`)
  return found
}
