/** Texts that come with the parts of the page that use them, in all languages: everything that the front page and a race against bots do not say. */

import { apart } from '../apart'
import { tr, type Values } from '../index.svelte'
import { en } from './en'

export type Texts = Record<keyof typeof en, string>

export const said = apart<keyof typeof en>(import.meta.glob<Record<string, Texts>>('./??.ts', { eager: true }), en)

/** A text whose name is made at run time, among these and those of the first load; `otherwise` if there is no such text. */
export function saidOr(name: string, otherwise: string, values?: Values): string {
  const text = said(name as Parameters<typeof said>[0], values)
  return text === name ? tr(name, otherwise, values) : text
}
