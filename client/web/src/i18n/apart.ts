/** Texts that a part of the page brings along, so that the first load stays small. */

import { language, type Values } from './index.svelte'

/** The names of texts; of a text with two forms, for one and for many, their common part. */
type Name<Key extends string> = Key extends `${infer Stem}_one` ? Stem : Key extends `${string}_other` ? never : Key

/**
 * A function that returns a text with its values filled in. `n` chooses between one and many.
 *
 * @param texts the modules of the languages, by their paths
 * @param en the English texts, for a language without such a module
 */
export function apart<Key extends string>(texts: Record<string, Record<string, Record<Key, string>>>, en: Record<Key, string>): (name: Name<Key>, values?: Values) => string {
  return (name, values) => language.filledIn(texts[`./${language.tag}.ts`]?.[language.tag] ?? en, name, values) ?? name
}
