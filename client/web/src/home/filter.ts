/** Which games of the catalogue somebody wants to see. Pure. */

import type { GameInfo } from '../wire/types'

/** How hard games are, by how often our best bot brings one home at least. */
export const DIFFICULTIES = [
  { name: 'easy', least: 0.6 },
  { name: 'medium', least: 0.2 },
  { name: 'hard', least: 0.02 },
  { name: 'rare', least: 0 },
] as const

/** How long games are, by the moves that a deal takes our best bot at most. */
export const LENGTHS = [
  { name: 'short', most: 75 },
  { name: 'medium', most: 150 },
  { name: 'long', most: Infinity },
] as const

export type Difficulty = (typeof DIFFICULTIES)[number]['name']
export type Length = (typeof LENGTHS)[number]['name']

/** What is asked of a game; what is empty or 0 does not matter. */
export interface Filter {
  query: string
  race: '' | GameInfo['race']
  difficulty: '' | Difficulty
  length: '' | Length
  packs: number
  family: string
}

export const ANY: Readonly<Filter> = { query: '', race: '', difficulty: '', length: '', packs: 0, family: '' }

/** How hard a game is; undefined where no bot has tried. */
export function difficultyOf({ won }: GameInfo): Difficulty | undefined {
  return won === undefined ? undefined : DIFFICULTIES.find(({ least }) => won >= least)?.name
}

/** How long a game is; undefined where no bot has tried. */
export function lengthOf({ moves }: GameInfo): Length | undefined {
  return moves === undefined ? undefined : LENGTHS.find(({ most }) => moves <= most)?.name
}

/** Whether anything is asked. */
export function asks(filter: Filter): boolean {
  return Boolean(filter.query.trim() || filter.race || filter.difficulty || filter.length || filter.packs || filter.family)
}

/** Without capitals and accents, so that nobody needs them to find a game. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The games that have all that is asked; each word of the query is looked for in titles, family and source. `nameOf`: what a family is called on the page. */
export function matching(games: readonly GameInfo[], { query, race, difficulty, length, packs, family }: Filter, nameOf = (family: string) => family): GameInfo[] {
  const words = plain(query).split(/\s+/)
  return games.filter(
    (game) =>
      (!race || (game.kind === 'race' && game.race === race)) &&
      (!difficulty || difficultyOf(game) === difficulty) &&
      (!length || lengthOf(game) === length) &&
      (!packs || game.packs === packs) &&
      (!family || game.family === family) &&
      words.every((word) => plain([game.title, ...game.other_names, game.family, nameOf(game.family), game.source].join(' ')).includes(word)),
  )
}

/** All values that games have, each once and in order. */
export function valuesOf<T>(games: readonly GameInfo[], value: (game: GameInfo) => T): T[] {
  return [...new Set(games.map(value))].sort()
}
