/** Changes the player's name on this page and at the server. */

import { t } from '../i18n/index.svelte'
import { tidy } from '../base/names'
import { me } from '../base/settings.svelte'
import { Refusal } from '../wire/connection.svelte'
import { connection } from '../state/connection'
import { refusalText } from '../state/notices.svelte'

/** Why a name could not be taken, or a seat under it, in the player's language. */
export function nameText(refusal: Refusal, name: string): string {
  return refusal.code === 'bad_message' ? t('name.refused', { name }) : refusalText(refusal)
}

/** Change the name, also in the lobby that this page shows. Returns the refusal if the server refuses; then the old name stays. */
export async function takeName(wanted: string): Promise<Refusal | undefined> {
  const name = tidy(wanted)
  if (name && name !== me.name) {
    try {
      await connection.ask({ type: 'rename', name })
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }
  me.rename(name || me.name)
  return undefined
}
