/** Players' names as they are typed. Pure. */

import { MAX_NAME } from '../wire/types'

/** A name in the form that the server accepts: single blanks, and cut to the longest length. */
export function tidy(name: string): string {
  return name.trim().replace(/\s+/g, ' ').slice(0, MAX_NAME).trimEnd()
}

/** A proposal for a player whose name is taken: the name with the next number that is free among `taken`. */
export function otherName(name: string, taken: readonly string[] = []): string {
  const [, stem = '', number = '1'] = /^(.*?)(?: (\d+))?$/.exec(tidy(name)) ?? []
  const others = new Set(taken.map((one) => one.toLowerCase()))
  for (let next = Number(number) + 1; ; next++) {
    const end = ` ${next}`
    const found = `${stem.slice(0, MAX_NAME - end.length).trimEnd()}${end}`
    if (!others.has(found.toLowerCase())) return found
  }
}
