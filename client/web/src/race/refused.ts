/** Why a move was refused, in the player's language. */

import { refusalText } from '../state/notices.svelte'
import { forbidden } from '../table/forbidden'
import type { Refusal } from '../wire/connection.svelte'
import type { TableLayout } from '../wire/types'

/** The text of a refusal, by a rule of the game or by anything else. */
export function moveRefused(refusal: Refusal, layout: TableLayout): string {
  return refusal.rule ? forbidden(refusal.rule, layout) : refusalText(refusal)
}
