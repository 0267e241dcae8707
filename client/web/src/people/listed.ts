/** The names of people as a list, in which the reader is "you". */

import { listText } from '../base/text'
import { language } from '../i18n/index.svelte'
import { said } from '../i18n/late/late'
import type { Seat } from '../wire/types'

/** The names of players as a list, for the player on the `own` seat, who is "you" and stands first. */
export function namesText(seats: readonly Pick<Seat, 'seat' | 'name'>[], own: number | undefined): string {
  const others = seats.filter(({ seat }) => seat !== own).map(({ name }) => name)
  return listText(others.length < seats.length ? [said('lobby.you'), ...others] : others, language.tag)
}
