/** The words about the mistakes of a duel, in all languages. They come with the replay. */

import { apart } from '../apart'
import { en } from './en'

export type Texts = Record<keyof typeof en, string>

export const said = apart<keyof typeof en>(import.meta.glob<Record<string, Texts>>('./??.ts', { eager: true }), en)
