/** Compares typed words with existing ones in spite of slips. Pure. */

/** Without capitals, accents and apostrophes, so that nobody needs them to find a game. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/[\p{M}'’]/gu, '').toLowerCase()
}

/** The words of a text, without capitals, accents and marks. */
export function wordsOf(text: string): string[] {
  return plain(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean)
}

/**
 * How many letters have to be changed, added, left out or exchanged with their neighbour to make a typed word the beginning of
 * another: the optimal string alignment distance to the nearest beginning.
 */
export function distanceToBeginning(typed: string, word: string): number {
  let [before, last] = [[] as number[], Array.from({ length: word.length + 1 }, (_, i) => i)]
  for (let i = 1; i <= typed.length; i++) {
    const row = [i]
    for (let j = 1; j <= word.length; j++) {
      const isSame = typed[i - 1] === word[j - 1]
      const isSwap = i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]
      const least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      row.push(isSwap ? Math.min(least, (before[j - 2] ?? 0) + 1) : least)
    }
    ;[before, last] = [last, row]
  }
  return Math.min(...last)
}

/** The number of slips that are allowed in a typed word. A short word with slips could mean anything. */
function forgiven(typed: string): number {
  return typed.length < 4 ? 0 : typed.length < 7 ? 1 : 2
}

/** True if a typed word may be meant for the beginning of another. A first letter that is wrong counts like any other. */
export function isMeant(typed: string, word: string): boolean {
  const most = forgiven(typed)
  return word.length >= typed.length - most && distanceToBeginning(typed, word) <= most
}

/** The pairs of neighbouring letters of a name. Similar names have many in common. */
function pairsOf(text: string): Set<string> {
  const letters = wordsOf(text).join('')
  return new Set([...letters].slice(1).map((letter, i) => `${letters[i]}${letter}`))
}

/** The smallest divisor of a likeness, in pairs of letters, so that very short names never look alike. */
const TELLING = 4

/** The share of the shorter name's pairs of letters that the other name has too, 0 to 1. */
export function likeness(one: string, other: string): number {
  const [ours, theirs] = [pairsOf(one), pairsOf(other)]
  const both = [...ours].filter((pair) => theirs.has(pair)).length
  return both / Math.max(TELLING, Math.min(ours.size, theirs.size))
}
