/** Names of families and of games, as readers see them. */

import { t, tr } from '../i18n/index.svelte'

/** The families' names come from the server in English. */
export function familyName(family: string): string {
  return tr(`family.${family}`, family)
}

/** A text with ids of games in it, as `nestor` between backquotes, as readers see it: with their titles, and with quotation marks where a title has a comma. */
export function titled(text: string, titles: ReadonlyMap<string, string>): string {
  return text.replace(/`([^`]*)`/g, (_, id: string) => {
    const title = titles.get(id) ?? id
    return title.includes(',') ? t('quoted', { name: title }) : title
  })
}
