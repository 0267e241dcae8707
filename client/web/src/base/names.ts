/** Players' names: as they are typed, or made up for a player who has typed none. */

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

/** The words of made-up names in each language. Nouns are masculine where adjectives take their gender. */
const WORDS: Record<string, { adjectives: readonly string[]; nouns: readonly string[]; nounFirst?: true }> = {
  en: {
    adjectives: ['Quick', 'Calm', 'Merry', 'Sly', 'Bold', 'Quiet', 'Lucky', 'Noble', 'Witty', 'Brisk'],
    nouns: ['Jack', 'Otter', 'Finch', 'Queen', 'Heron', 'Badger', 'Ace', 'Robin', 'Marten', 'Wren'],
  },
  de: {
    adjectives: ['Flinker', 'Ruhiger', 'Froher', 'Schlauer', 'Kühner', 'Stiller', 'Munterer', 'Edler', 'Kluger', 'Wacher'],
    nouns: ['Bube', 'Otter', 'Fink', 'König', 'Reiher', 'Dachs', 'Igel', 'Star', 'Marder', 'Kauz'],
  },
  fr: {
    adjectives: ['vif', 'calme', 'joyeux', 'rusé', 'hardi', 'discret', 'chanceux', 'noble', 'malin', 'agile'],
    nouns: ['Valet', 'Castor', 'Pinson', 'Roi', 'Héron', 'Blaireau', 'Renard', 'Merle', 'Lynx', 'Hibou'],
    nounFirst: true,
  },
}

/** A name for a player who has chosen none, in the first of the browser's languages that has words for it. */
export function madeUp(languages: readonly string[]): string {
  const tag = languages.map((one) => one.slice(0, 2).toLowerCase()).find((one) => one in WORDS) ?? 'en'
  const { adjectives, nouns, nounFirst } = WORDS[tag] as (typeof WORDS)[string]
  const [adjective, noun] = [adjectives, nouns].map((words) => words[Math.floor(Math.random() * words.length)])
  return nounFirst ? `${noun} ${adjective}` : `${adjective} ${noun}`
}
