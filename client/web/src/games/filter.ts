/** Which games of the catalogue somebody wants to see. Pure. */

import { kindOf } from '../kinds/registry'
import type { GameInfo } from '../wire/types'
import { plain } from './spelling'

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

/** How many things are asked beside the name. */
export function chosenIn(filter: Filter): number {
  return [filter.race, filter.difficulty, filter.length, filter.packs, filter.family].filter(Boolean).length
}

/** Whether anything is asked. */
export function asks(filter: Filter): boolean {
  return Boolean(filter.query.trim() || chosenIn(filter))
}

/** The games that nearly everybody knows, those first that are known best. */
const FAMILIAR = ['klondike_draw1', 'spider_1', 'freecell', 'klondike_draw3', 'spider_2', 'napoleon_at_st_helena', 'scorpion']
/** So many of them come before what is played most here. */
const BEST_KNOWN = 3

/** The games for who knows three, as far as they are there: Klondike, Spider and FreeCell, then what is `played` most here, then others that many know. */
export function familiar(games: readonly GameInfo[], played: readonly string[], count: number): GameInfo[] {
  const ids = new Set([...FAMILIAR.slice(0, BEST_KNOWN), ...played, ...FAMILIAR])
  return [...ids].flatMap((id) => games.find((game) => game.id === id) ?? []).slice(0, count)
}

/** A race is best where about half of the deals come out, */
const EVEN_ODDS = 0.5
/** and where it is over in time. */
const MOST_MOVES = 150

/** The games that race best but for these, and of variants one. */
export function bestRaces(games: readonly GameInfo[], except: readonly GameInfo[], count: number): GameInfo[] {
  const kinOf = ({ variant_of: kin, id }: GameInfo) => kin ?? id
  const odds = ({ won = 0 }: GameInfo) => Math.abs(won - EVEN_ODDS)
  const seen = new Set(except.map(kinOf))
  return games
    .filter((game) => kindOf(game).ownBoards && game.race === 'good' && (game.moves ?? Infinity) <= MOST_MOVES)
    .sort((a, b) => odds(a) - odds(b))
    .filter((game) => !seen.has(kinOf(game)) && seen.add(kinOf(game)))
    .slice(0, count)
}

/** The games that have all that is asked; each word of the query is looked for in its names in any language, its family and source. `nameOf`: what a family is called on the page. */
export function matching(games: readonly GameInfo[], { query, race, difficulty, length, packs, family }: Filter, nameOf = (family: string) => family): GameInfo[] {
  const words = plain(query).split(/\s+/)
  return games.filter(
    (game) =>
      (!race || (kindOf(game).ownBoards && game.race === race)) &&
      (!difficulty || difficultyOf(game) === difficulty) &&
      (!length || lengthOf(game) === length) &&
      (!packs || game.packs === packs) &&
      (!family || game.family === family) &&
      words.every((word) => plain([game.title, ...game.other_names, ...(game.titles ?? []), game.family, nameOf(game.family), game.source].join(' ')).includes(word)),
  )
}

/** All values that games have, each once and in order. */
export function valuesOf<T>(games: readonly GameInfo[], value: (game: GameInfo) => T): T[] {
  return [...new Set(games.map(value))].sort()
}

/** Things in the order of what they are called in a language. */
export function byName<T>(things: readonly T[], nameOf: (thing: T) => string, locale: string): T[] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return [...things].sort((a, b) => compare(nameOf(a), nameOf(b)))
}
