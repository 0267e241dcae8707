/** The words of Russian Bank, in all languages. They come with the table of a duel. */

import { apart } from '../apart'
import { en } from './en'

export type Texts = Record<keyof typeof en, string>

export const said = apart<keyof typeof en>(import.meta.glob<Record<string, Texts>>('./??.ts', { eager: true }), en)
