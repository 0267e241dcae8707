/** Names of the catalogue's families in the language of the page. */

import { tr } from '../i18n/index.svelte'

/** The families' names come from the server in English. */
export function familyName(family: string): string {
  return tr(`family.${family}`, family)
}
