/** Players' names as they are typed. Pure. */

import { MAX_NAME } from '../wire/types'

/** A name as the server takes it: blanks made single, and not too long. */
export function tidy(name: string): string {
  return name.trim().replace(/\s+/g, ' ').slice(0, MAX_NAME).trimEnd()
}

/** What somebody may be called instead whose name is taken: the same with the next number that nobody of these has. */
export function otherName(name: string, taken: readonly string[] = []): string {
  const [, stem = '', number = '1'] = /^(.*?)(?: (\d+))?$/.exec(tidy(name)) ?? []
  const others = new Set(taken.map((one) => one.toLowerCase()))
  for (let next = Number(number) + 1; ; next++) {
    const end = ` ${next}`
    const found = `${stem.slice(0, MAX_NAME - end.length).trimEnd()}${end}`
    if (!others.has(found.toLowerCase())) return found
  }
}
