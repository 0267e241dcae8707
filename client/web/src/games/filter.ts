/** Filters and orders the games of the catalogue. Pure. */

import { kindOf } from '../kinds/registry'
import type { GameInfo } from '../wire/types'
import { plain } from './spelling'

/** The levels of difficulty, each with the smallest share of deals that the good bot wins, 0 to 1. */
export const DIFFICULTIES = [
  { name: 'easy', least: 0.6 },
  { name: 'medium', least: 0.2 },
  { name: 'hard', least: 0.02 },
  { name: 'rare', least: 0 },
] as const

/** The lengths of games, each with the largest mean number of moves that the good bot makes on a deal. */
export const LENGTHS = [
  { name: 'short', most: 75 },
  { name: 'medium', most: 150 },
  { name: 'long', most: Infinity },
] as const

export type Difficulty = (typeof DIFFICULTIES)[number]['name']
export type Length = (typeof LENGTHS)[number]['name']

/** The conditions that a game must meet. An empty or 0 condition always holds. */
export interface Filter {
  query: string
  race: '' | GameInfo['race']
  difficulty: '' | Difficulty
  length: '' | Length
  packs: number
  family: string
}

/** True if each player brings a pack, so that the game has as many packs as players. For two players the packs are a number like any other. */
export function packEach({ packs, most = 0 }: Pick<GameInfo, 'packs' | 'most'>): boolean {
  return most > 2 && packs === most
}

export const ANY: Readonly<Filter> = { query: '', race: '', difficulty: '', length: '', packs: 0, family: '' }

/** The difficulty of a game; undefined if no bot has played it. */
export function difficultyOf({ won }: GameInfo): Difficulty | undefined {
  return won === undefined ? undefined : DIFFICULTIES.find(({ least }) => won >= least)?.name
}

/** The length of a game; undefined if no bot has played it. */
export function lengthOf({ moves }: GameInfo): Length | undefined {
  return moves === undefined ? undefined : LENGTHS.find(({ most }) => moves <= most)?.name
}

/** The number of conditions besides the name. */
export function chosenIn(filter: Filter): number {
  return [filter.race, filter.difficulty, filter.length, filter.packs, filter.family].filter(Boolean).length
}

/** True if there is any condition. */
export function asks(filter: Filter): boolean {
  return Boolean(filter.query.trim() || chosenIn(filter))
}

/** The ids of well-known games, the best known first. */
const FAMILIAR = ['klondike_draw1', 'spider_1', 'freecell', 'racing_demon', 'klondike_draw3', 'spider_2', 'tripeaks', 'pyramid', 'golf', 'yukon', 'canfield', 'simple_simon', 'bakers_dozen', 'napoleon_at_st_helena', 'scorpion']
/** The number of well-known games that come before the games played most at this server. */
const BEST_KNOWN = 3

/** The place of a game among the well-known ones; all others come after them. */
export function fameOf({ id }: Pick<GameInfo, 'id'>): number {
  const place = FAMILIAR.indexOf(id)
  return place < 0 ? FAMILIAR.length : place
}

/** `count` games for newcomers, as far as the catalogue has them: the best known three, then those `played` most here, then other well-known ones. */
export function familiar(games: readonly GameInfo[], played: readonly string[], count: number): GameInfo[] {
  const ids = new Set([...FAMILIAR.slice(0, BEST_KNOWN), ...played, ...FAMILIAR])
  return [...ids].flatMap((id) => games.find((game) => game.id === id) ?? []).slice(0, count)
}

/** The best share of won deals for a race, 0 to 1. */
const EVEN_ODDS = 0.5
/** The most moves of a game that is over within the time of a race. */
const MOST_MOVES = 150

/** The `count` games that race best, without those of `except`, and only one of each family of variants. */
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

/** The games that meet all conditions. Each word of the query is searched in a game's names in all languages, its family and its source. `nameOf` returns the shown name of a family. */
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

/** Things sorted by their names in a language. */
export function byName<T>(things: readonly T[], nameOf: (thing: T) => string, locale: string): T[] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return [...things].sort((a, b) => compare(nameOf(a), nameOf(b)))
}
