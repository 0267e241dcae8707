/** The tournament in which the player takes part, for the pages that don't show it. It lasts as long as the tab. */

import { isAnonymous } from '../base/router.svelte'

const KEY = 'cadogan.evening'

class Evening {
  /** The id of the tournament; empty: none. */
  id = $state(read())

  /** Keep a tournament whose player takes part in it, or forget it. */
  follow(id: string, takesPart: boolean): void {
    if (takesPart) this.#keep(id)
    else if (this.id === id) this.#keep('')
  }

  #keep(id: string): void {
    if (id === this.id) return
    this.id = id
    try {
      sessionStorage.setItem(KEY, id)
    } catch {
      // Then it lasts until the page is loaded anew.
    }
  }
}

function read(): string {
  try {
    return isAnonymous ? '' : (sessionStorage.getItem(KEY) ?? '')
  } catch {
    return ''
  }
}

export const evening = new Evening()
