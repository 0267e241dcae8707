/** Texts that come with the parts of the page that use them, in all languages: passkeys, news, figures, leaderboards, the deal of the day, ghosts, pictures in rules, duels, shared tables, the search for somebody to play with. */

import { apart } from '../apart'
import { en } from './en'

export type Texts = Record<keyof typeof en, string>

export const said = apart<keyof typeof en>(import.meta.glob<Record<string, Texts>>('./??.ts', { eager: true }), en)
