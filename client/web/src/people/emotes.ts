/** Emotes: the fixed set of faces and phrases, and the players who are muted on this device. */

import { t, tr } from '../i18n/index.svelte'
import { settings } from '../base/settings.svelte'
import type { SayEmote, Seat } from '../wire/types'

export type Emote = SayEmote['emote']

/** The faces. They are shown with a word, because some systems can't draw them. */
export const FACES = { wave: '👋', clap: '👏', laugh: '😄', wow: '😮', think: '🤔', sad: '😢' } as const satisfies Partial<Record<Emote, string>>
export const PHRASES = ['good_luck', 'well_played', 'good_game', 'close', 'oops', 'thanks', 'sorry', 'one_more'] as const satisfies readonly Emote[]

/** The words of an emote in the language of the page; undefined for an emote of a newer server. */
export function emoteText(emote: string): string | undefined {
  const words = tr(`emote.${emote}`, '')
  const face = (FACES as Readonly<Record<string, string>>)[emote]
  return face === undefined ? words || undefined : `${face} ${words}`
}

/** The key under which a muted player is remembered: the id of a person, the name of a program. */
export function voiceOf({ player, name }: Pick<Seat, 'player' | 'name'>): string {
  return player ?? `program ${name}`
}

/** True if the player of a seat is not muted on this device. */
export function isHeard(seat: Pick<Seat, 'player' | 'name'>): boolean {
  return !settings.values.quiet && !settings.values.muted.includes(voiceOf(seat))
}

/** The number of muted players that are remembered, those muted last. */
const MOST_MUTED = 200

/** Mute the player of a seat, or unmute. */
export function mute(seat: Pick<Seat, 'player' | 'name'>, muted: boolean): void {
  const voice = voiceOf(seat)
  const others = settings.values.muted.filter((one) => one !== voice)
  settings.set('muted', muted ? [...others, voice].slice(-MOST_MUTED) : others)
}

/** The text of an emote that was said; undefined if its player is muted or the emote is unknown. */
export function saidText(seat: Seat | undefined, own: number | undefined, emote: string): string | undefined {
  const text = emoteText(emote)
  if (!seat || text === undefined || (seat.seat !== own && !isHeard(seat))) return undefined
  return t('emote.said', { name: seat.seat === own ? t('strip.you') : seat.name, text })
}
