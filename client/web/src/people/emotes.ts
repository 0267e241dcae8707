/** What players say to each other: a fixed set of faces and phrases, and who is not heard on this device. */

import { t, tr } from '../i18n/index.svelte'
import { settings } from '../base/settings.svelte'
import type { SayEmote, Seat } from '../wire/types'

export type Emote = SayEmote['emote']

/** The faces. They are said with a word, as not every system can draw them. */
export const FACES = { wave: '👋', clap: '👏', laugh: '😄', wow: '😮', think: '🤔', sad: '😢' } as const satisfies Partial<Record<Emote, string>>
export const PHRASES = ['good_luck', 'well_played', 'good_game', 'close', 'oops', 'thanks', 'sorry', 'one_more'] as const satisfies readonly Emote[]

/** The words of an emote in the language of the page; undefined where a newer server knows more than this page. */
export function emoteText(emote: string): string | undefined {
  const words = tr(`emote.${emote}`, '')
  const face = (FACES as Readonly<Record<string, string>>)[emote]
  return face === undefined ? words || undefined : `${face} ${words}`
}

/** By what somebody is remembered who is not to be heard: a person by the id, a program by its name. */
export function voiceOf({ player, name }: Pick<Seat, 'player' | 'name'>): string {
  return player ?? `program ${name}`
}

/** Whether somebody is heard here. */
export function isHeard(seat: Pick<Seat, 'player' | 'name'>): boolean {
  return !settings.values.quiet && !settings.values.muted.includes(voiceOf(seat))
}

/** How many muted players the page remembers: those muted last. */
const MOST_MUTED = 200

/** Hear somebody no more, or again. */
export function mute(seat: Pick<Seat, 'player' | 'name'>, muted: boolean): void {
  const voice = voiceOf(seat)
  const others = settings.values.muted.filter((one) => one !== voice)
  settings.set('muted', muted ? [...others, voice].slice(-MOST_MUTED) : others)
}

/** What the page shows of something that was said; undefined where it is not to be heard, or not known. */
export function saidText(seat: Seat | undefined, own: number | undefined, emote: string): string | undefined {
  const text = emoteText(emote)
  if (!seat || text === undefined || (seat.seat !== own && !isHeard(seat))) return undefined
  return t('emote.said', { name: seat.seat === own ? t('strip.you') : seat.name, text })
}
