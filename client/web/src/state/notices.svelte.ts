/** What the page tells the player: aloud to those who listen, and in passing to those who look. */

import { untrack } from 'svelte'
import { t, tr } from '../i18n/index.svelte'
import { Refusal } from '../wire/connection.svelte'

export interface Notice {
  readonly id: number
  readonly text: string
  readonly kind: 'info' | 'bad'
  /** The subject of the notice, if a newer notice on the same subject replaces it. */
  readonly about?: string | undefined
  /** The innermost place when it was told: a dialog that opens later must not be covered by it. */
  readonly at: symbol | undefined
}

const SHOWN_FOR = 4500

class Notices {
  list = $state<Notice[]>([])
  /** The last thing to be said by a screen reader. */
  spoken = $state('')
  /** The places that show them, innermost last: what is told under a dialog can't be seen, nor heard. */
  places = $state.raw<readonly symbol[]>([])
  #next = 1

  /** Show them here from now on, until the returned function is called. */
  place(id: symbol): () => void {
    this.places = untrack(() => [...this.places, id])
    return () => (this.places = this.places.filter((one) => one !== id))
  }

  /** The notices of a place: those told there, and on the innermost also those whose own place is gone. */
  shownAt(id: symbol): Notice[] {
    return this.list.filter(({ at }) => (at !== undefined && this.places.includes(at) ? at : this.places.at(-1)) === id)
  }

  /** Say something to those who listen. */
  say(text: string): void {
    // The same words twice are said twice.
    this.spoken = untrack(() => (text === this.spoken ? `${text}\u00a0` : text))
  }

  /** Show something for a while, in place of what was shown `about` the same. */
  show(text: string, kind: Notice['kind'] = 'info', about?: string): void {
    const id = this.#next++
    const others = this.list.filter((notice) => notice.text !== text && (about === undefined || notice.about !== about))
    this.list = [...others.slice(-2), { id, text, kind, about, at: untrack(() => this.places.at(-1)) }]
    setTimeout(() => (this.list = this.list.filter((notice) => notice.id !== id)), SHOWN_FOR)
  }

  /** Show why something did not work. */
  failed(error: unknown): void {
    if (!(error instanceof Refusal)) throw error
    this.show(refusalText(error), 'bad')
  }
}

/** A refusal in the player's language, where we have words for it. */
export function refusalText(refusal: Refusal): string {
  const time = t('minutes', { n: Math.ceil((refusal.wait ?? 0) / 60) })
  const isLong = (refusal.code === 'too_fast' || refusal.code === 'busy') && (refusal.wait ?? 0) > 30
  return isLong ? t('error.wait', { time }) : tr(`error.${refusal.code}`, refusal.message, { time })
}

export const notices = new Notices()
