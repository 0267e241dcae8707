/** Notices to the player: texts for screen readers, and texts that are shown for a while. */

import { untrack } from 'svelte'
import { language, t, tr } from '../i18n/index.svelte'
import { Refusal } from '../wire/connection.svelte'

export interface Notice {
  readonly id: number
  readonly text: string
  readonly kind: 'info' | 'bad'
  /** The subject of the notice, if a newer notice on the same subject replaces it. */
  readonly about?: string | undefined
  /** The places that there were when the notice was made, innermost last. A dialog that opens later must not be covered by it. */
  readonly at: readonly symbol[]
}

const SHOWN_FOR = 4500

class Notices {
  list = $state<Notice[]>([])
  /** The last text for screen readers. */
  spoken = $state('')
  /** The places that show notices, innermost last. A notice under a dialog could be neither seen nor heard. */
  places = $state.raw<readonly symbol[]>([])
  #next = 1

  /** Show notices at this place until the returned function is called. */
  place(id: symbol): () => void {
    this.places = untrack(() => [...this.places, id])
    // A dialog that opens would show the text of the last notice, and a screen reader would read it again when the dialog closes.
    this.spoken = ''
    return () => (this.places = this.places.filter((one) => one !== id))
  }

  /** The notices of a place: its own, and those of the places within it that are gone. */
  shownAt(id: symbol): Notice[] {
    return this.list.filter(({ at }) => (at.findLast((place) => this.places.includes(place)) ?? this.places.at(-1)) === id)
  }

  /** Give a text to screen readers. */
  say(text: string): void {
    // Screen readers must say the same text twice, so it must differ.
    this.spoken = untrack(() => (text === this.spoken ? `${text}\u00a0` : text))
  }

  /** Show a notice for a while. It replaces one with the same subject `about`. */
  show(text: string, kind: Notice['kind'] = 'info', about?: string): void {
    const id = this.#next++
    const others = this.list.filter((notice) => notice.text !== text && (about === undefined || notice.about !== about))
    this.list = [...others.slice(-2), { id, text, kind, about, at: untrack(() => this.places) }]
    setTimeout(() => (this.list = this.list.filter((notice) => notice.id !== id)), SHOWN_FOR)
  }

  /** Remove the notice on this subject, which no longer holds. */
  settle(about: string): void {
    this.list = this.list.filter((notice) => notice.about !== about)
  }

  /** Show the reason of a failure. */
  failed(error: unknown): void {
    if (!(error instanceof Refusal)) throw error
    this.show(refusalText(error), 'bad')
  }
}

/** Seconds in words: minutes, or hours from two hours on. */
function spanOf(seconds: number): string {
  if (seconds <= 7200) return t('minutes', { n: Math.ceil(seconds / 60) })
  return new Intl.NumberFormat(language.tag, { style: 'unit', unit: 'hour', unitDisplay: 'long' }).format(Math.ceil(seconds / 3600))
}

/** The text of a refusal in the player's language, or in the server's English if there is none. */
export function refusalText(refusal: Refusal): string {
  const time = spanOf(refusal.wait ?? 0)
  const isLong = (refusal.code === 'too_fast' || refusal.code === 'busy') && (refusal.wait ?? 0) > 30
  return isLong ? t('error.wait', { time }) : tr(`error.${refusal.code}`, refusal.message, { time })
}

export const notices = new Notices()
