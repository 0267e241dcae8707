/** Which lines of a chat the player has seen. */

import type { ChatLine } from '../wire/types'

class Seen {
  /** The last line that a panel has shown. */
  last = $state.raw<ChatLine | undefined>()
  /** The number of open panels. */
  panels = $state(0)

  /** The lines that no panel has shown. */
  unseen(lines: readonly ChatLine[]): readonly ChatLine[] {
    return this.panels ? [] : lines.slice(this.last ? lines.indexOf(this.last) + 1 : 0)
  }
}

/** One for the page: a panel in a dialog shows what the one beside the table has not. */
export const seen = new Seen()
