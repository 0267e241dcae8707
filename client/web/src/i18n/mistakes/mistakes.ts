/** The words about the mistakes of a duel, in all languages. They come with the replay, so that the first load stays small. */

import { language, type Values } from '../index.svelte'
import { en } from './en'

type Name = keyof typeof en extends infer K ? (K extends `${infer Stem}_one` ? Stem : K extends `${string}_other` ? never : K) : never
export type Texts = Record<keyof typeof en, string>

const LANGUAGES = import.meta.glob<Record<string, Texts>>('./??.ts', { eager: true })

/** A text, with its values filled in. `n` chooses between one and many. */
export function said(name: Name & string, values?: Values): string {
  const texts = LANGUAGES[`./${language.tag}.ts`]?.[language.tag] ?? en
  return language.filledIn(texts, name, values) ?? name
}
