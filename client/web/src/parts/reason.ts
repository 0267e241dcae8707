/** What the server says of a refused move, as a player reads it at the table. Pure. */

/** The line of the rules that a refusal cites, at its beginning or in brackets at its end: `3, 4: a run goes ...`. */
const LINE_NUMBER = /^\d+(?:, \d+)*: /
const CITED = / \(\d+(?:, \d+)*: .*\)(?=\.?$)/

/** The reason without the numbers of lines, which only the rules' sheets have, and without what they say besides. */
export function inBrief(reason: string): string {
  return capital(reason.replace(CITED, '').replace(LINE_NUMBER, ''))
}

/** A text that begins with a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
