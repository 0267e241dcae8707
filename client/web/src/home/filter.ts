/** Which games of the catalogue somebody wants to see. Pure. */

import type { GameInfo } from '../wire/types'

/** How hard games are, by how often our best bot brings one home at least. */
export const DIFFICULTIES = [
  { name: 'easy', least: 0.6 },
  { name: 'medium', least: 0.2 },
  { name: 'hard', least: 0.02 },
  { name: 'rare', least: 0 },
] as const

export type Difficulty = (typeof DIFFICULTIES)[number]['name']

/** What is asked of a game; what is empty or 0 does not matter. */
export interface Filter {
  query: string
  race: '' | GameInfo['race']
  difficulty: '' | Difficulty
  packs: number
  family: string
}

export const ANY: Readonly<Filter> = { query: '', race: '', difficulty: '', packs: 0, family: '' }

/** How hard a game is; undefined where no bot has tried. */
export function difficultyOf({ won }: GameInfo): Difficulty | undefined {
  return won === undefined ? undefined : DIFFICULTIES.find(({ least }) => won >= least)?.name
}

/** Whether anything is asked. */
export function asks(filter: Filter): boolean {
  return Boolean(filter.query.trim() || filter.race || filter.difficulty || filter.packs || filter.family)
}

/** The games that have all that is asked; the query is looked for in title, family and source. */
export function matching(games: readonly GameInfo[], { query, race, difficulty, packs, family }: Filter): GameInfo[] {
  const words = query.trim().toLowerCase()
  return games.filter(
    (game) =>
      (!race || game.race === race) &&
      (!difficulty || difficultyOf(game) === difficulty) &&
      (!packs || game.packs === packs) &&
      (!family || game.family === family) &&
      `${game.title} ${game.family} ${game.source}`.toLowerCase().includes(words),
  )
}

/** All values that games have, each once and in order. */
export function valuesOf<T>(games: readonly GameInfo[], value: (game: GameInfo) => T): T[] {
  return [...new Set(games.map(value))].sort()
}
