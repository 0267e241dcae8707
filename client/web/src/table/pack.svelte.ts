/** The pictures of the cards that a table shows. */

import { settings } from '../settings.svelte'
import { RESIZED, type Arrangement } from './arrangement.svelte'
import { packClass } from './faces'
import type { Given } from './props'

export class Pack {
  /** The class that gives the cards of a table their pictures; empty until there is a table. */
  name = $state('')

  constructor(given: Given, arrangement: Arrangement) {
    $effect(() => {
      const { back, fourColours, largeIndex } = settings.values
      const look = { back, fourColours, large: given.large || largeIndex }
      const { card } = arrangement.fit
      if (arrangement.width === 0) return
      const choose = () => (this.name = packClass(card, look))
      if (!this.name) return void choose()
      // While a window is pulled larger or smaller the pictures of before will do.
      const timer = setTimeout(choose, RESIZED)
      return () => clearTimeout(timer)
    })
  }
}
