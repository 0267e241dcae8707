/** Says how a run stands beside a ghost's. */

import { said } from '../i18n/late/late'
import { exactText } from '../i18n/numbers'
import type { Ghost } from '../wire/types'
import type { beside } from './ghosts'

/** The same in a sentence, for the player with this id. */
export function besideText(ghost: Ghost, than: ReturnType<typeof beside>, player: string): string {
  const own = ghost.player === player ? '.own' : ''
  const { name } = ghost
  if ('time' in than ? than.time === 0 : than.cards === 0) return said(`ghost.level${own}`, { name })
  if ('time' in than) return said(`ghost.${than.time > 0 ? 'before' : 'behind'}${own}`, { name, time: exactText(Math.abs(than.time)) })
  return said(`ghost.${than.cards > 0 ? 'more' : 'fewer'}${own}`, { name, n: Math.abs(than.cards) })
}
