/** The pictures of the cards that a table shows. */

import { settings } from '../base/settings.svelte'
import { t } from '../i18n/index.svelte'
import { RESIZED, type Arrangement } from './arrangement.svelte'
import { drawn, packClass, standIn } from './faces'
import type { Fit } from './geometry'
import { ASIDE, figureFor, FIGURES, SMALL } from './paper'
import type { Given } from './props'
import { leastStrip } from './strips'

export class Pack {
  /** The CSS class with the pictures of a table's cards; empty until there is a table. */
  name = $state('')
  /** The same for cards that are smaller than the table's largest: with large marks, whatever the settings are. */
  small = $state('')
  readonly #arrangement: Arrangement
  #wanted = ''
  #wantedSmall = ''
  #kept: { fit: Fit; figure: number; aside: boolean } | undefined

  constructor(given: Given, arrangement: Arrangement) {
    this.#arrangement = arrangement
    $effect(() => {
      if (arrangement.width === 0) return
      const { back, deck, fourColours, largeIndex } = settings.values
      const { card } = arrangement.fit
      const large = given.large || largeIndex || card < SMALL
      const look = { back, deck, fourColours, large, letters: t('rank.letters'), ...(large ? this.#marks : {}) }
      const hasSmall = arrangement.shown.some(({ scale }) => scale !== 1)
      const choose = () => {
        this.#choose(packClass(card, look))
        if (hasSmall) this.#chooseSmall(packClass(card, { ...look, large: true, figure: FIGURES[0], aside: false }))
      }
      if (!this.#wanted) return void choose()
      // While a window is resized, keep the earlier pictures.
      const timer = setTimeout(choose, RESIZED)
      return () => clearTimeout(timer)
    })
  }

  /** The height of the figures of large faces, and whether fans to the side cover all else. It never grows again while the cards keep their size. */
  readonly #marks = $derived.by(() => {
    const { fit, places, piles } = this.#arrangement
    const { down, across } = leastStrip(fit, places, piles)
    const kept = this.#kept?.fit === fit ? this.#kept : undefined
    const figure = Math.min(figureFor(down, across), kept?.figure ?? Infinity)
    const aside = kept?.aside === true || across < ASIDE
    this.#kept = { fit, figure, aside }
    return { figure, aside }
  })

  /** Switch to a pack when it is drawn completely. Until then the browser scales the earlier pictures. */
  #choose(name: string): void {
    this.#wanted = name
    this.name ||= standIn(name)
    void drawn(name).then(() => {
      if (this.#wanted === name) this.name = name
    })
  }

  #chooseSmall(name: string): void {
    this.#wantedSmall = name
    this.small ||= name
    void drawn(name).then(() => {
      if (this.#wantedSmall === name) this.small = name
    })
  }
}
