/** Searches the games. If no game matches, it returns the most similar ones, so that a search never ends with nothing. */

import type { GameInfo } from '../wire/types'
import { ANY, fameOf, familiar, matching, type Filter } from './filter'
import { relativesOf } from './kin.svelte'
import { distanceToBeginning, isMeant, likeness, wordsOf } from './spelling'

export interface Found {
  readonly games: readonly GameInfo[]
  /**
   * `named`: they are what was asked for; `spelt`: their names are nearly what was typed; `kin`: that game is not here, and these
   * are its nearest relations; `loose`: nothing has all that was asked, and these come closest; `unknown`: no name is like what was
   * typed, and these are known best.
   */
  readonly how: 'named' | 'spelt' | 'kin' | 'loose' | 'unknown'
}

/** The number of games suggested in place of one that the catalogue lacks. */
const FEW = 5

/** The least likeness, 0 to 1, of two names that may be meant for each other. */
const ALIKE = 0.5

/** The names that people have for a game. */
function calledIn({ title, other_names: others = [], titles = [] }: GameInfo): readonly string[] {
  return [title, ...others, ...titles]
}

function namesOf(game: GameInfo): readonly string[] {
  return [game.id, ...calledIn(game)]
}

/** Words for a patience or deal of any kind, in the page's languages. Beside a name they say nothing: `patience spider`, `freecell deal 617`. */
const ANY_GAME = new Set(['deal', 'donne', 'nr', 'patience', 'solitaire', 'reussite', 'game', 'games', 'card', 'cards', 'jeu', 'jeux', 'carte', 'cartes', 'spiel', 'karten', 'kartenspiel'])

/** The number of a deal. Of one digit it may belong to a name, as in `spider 4`. */
const DEAL_NUMBER = /^\d{2,}$/

/** Find the games that meet the conditions. `nameOf` returns the shown name of a family. */
export function search(games: readonly GameInfo[], filter: Filter, nameOf = (family: string) => family): Found {
  const named = matching(games, filter, nameOf)
  if (named.length || !games.length) return { games: bestNamed(named, filter.query), how: 'named' }
  const typed = wordsOf(filter.query)
  const telling = typed.filter((word) => !ANY_GAME.has(word) && !DEAL_NUMBER.test(word))
  if (telling.length && telling.length < typed.length) return search(games, { ...filter, query: telling.join(' ') }, nameOf)
  const known = byIds(games, relativesOf(filter.query, true))
  if (known.length) return { games: known, how: 'kin' }
  const spelt = spelledLike(matching(games, { ...filter, query: '' }), filter.query, nameOf)
  if (spelt.length) return { games: spelt, how: 'spelt' }
  return filter.query.trim() ? nearName(games, filter, nameOf) : { games: closest(games, filter), how: 'loose' }
}

/** The games that a typed name may mean: by a similar spelling, as relations of a missing game, or by common letters. */
function nearName(games: readonly GameInfo[], filter: Filter, nameOf: (family: string) => string): Found {
  const anyhow = { ...ANY, query: filter.query }
  const elsewhere = matching(games, anyhow, nameOf)
  if (elsewhere.length) return { games: bestNamed(elsewhere, filter.query), how: 'loose' }
  const spelt = spelledLike(games, filter.query, nameOf)
  if (spelt.length) return { games: spelt, how: 'loose' }
  const kin = byIds(games, relativesOf(filter.query, false))
  if (kin.length) return { games: kin, how: 'kin' }
  const alike = nearest(games, filter.query, FEW)
  if (alike.length) return { games: alike, how: 'spelt' }
  const familiars = familiar(games, [], FEW)
  return { games: familiars.length ? familiars : games.slice(0, FEW), how: 'unknown' }
}

function byIds(games: readonly GameInfo[], ids: readonly string[]): GameInfo[] {
  return ids.flatMap((id) => games.find((game) => game.id === id) ?? [])
}

/** Articles that begin titles. They are not typed: `pyramide` means `La Pyramide`, before `La Grande Pyramide`. */
const ARTICLE = /^(the|der|die|das|le|la|les|l) /

/** Orders games by the place of the query. First come titles that begin with it and whole names (but not ids, which nobody sees), then titles with a word that begins with it, then titles that contain it, then all others. Among equal ones, the best known come first. */
function bestNamed(games: readonly GameInfo[], query: string): readonly GameInfo[] {
  const typed = wordsOf(query).join(' ')
  if (!typed) return games
  const placeIn = (game: GameInfo) => {
    const title = wordsOf(game.title).join(' ')
    if (title.startsWith(typed) || title.replace(ARTICLE, '').startsWith(typed) || calledIn(game).some((name) => wordsOf(name).join(' ') === typed)) return 0
    return !title.includes(typed) ? 3 : ` ${title}`.includes(` ${typed}`) ? 1 : 2
  }
  return [...games].sort((a, b) => placeIn(a) - placeIn(b) || fameOf(a) - fameOf(b))
}

/** Added to the distance of a name with another first letter: slips in the first letter are rare. */
const FIRST_LETTER = 0.5

/** The number of slips between a typed word and the beginning of another word that may be meant; Infinity if it can't be meant. */
function slipsTo(word: string, typed: string): number {
  if (!isMeant(typed, word)) return Infinity
  return distanceToBeginning(typed, word) + (typed[0] === word[0] ? 0 : FIRST_LETTER)
}

/** The fewest slips between the typed words and one of a game's own names; Infinity if they can mean none of them. */
function slipsOf(game: GameInfo, typed: readonly string[]): number {
  const squeezed = typed.join('')
  return Math.min(
    ...namesOf(game).map((name) => {
      const words = wordsOf(name)
      const each = typed.map((one) => Math.min(...words.map((word) => (word.includes(one) ? 0 : slipsTo(word, one)))))
      const whole = words.join('')
      return Math.min(each.reduce((sum, slips) => sum + slips, 0), slipsTo(whole, squeezed))
    }),
  )
}

/**
 * The games of whose names each typed word may be meant for a word, in spite of a slip or two, the nearest name first. A family's name
 * counts where no game's own is meant.
 */
function spelledLike(games: readonly GameInfo[], query: string, nameOf: (family: string) => string): GameInfo[] {
  const typed = wordsOf(query)
  if (!typed.length) return []
  const squeezed = typed.join('')
  const meant = games.filter((game) => {
    const names = [...namesOf(game), nameOf(game.family)].map(wordsOf)
    const words = names.flat()
    return typed.every((one) => words.some((word) => word.includes(one) || isMeant(one, word))) || names.some((name) => isMeant(squeezed, name.join('')))
  })
  const own = meant.map((game) => ({ game, slips: slipsOf(game, typed) })).filter(({ slips }) => slips < Infinity)
  return own.length ? own.sort((a, b) => a.slips - b.slips || wordMeant(a.game, typed) - wordMeant(b.game, typed)).map(({ game }) => game) : meant
}

/** The place of the first word in a game's title for which the first typed word may be meant; behind all words if there is none. */
function wordMeant({ title }: GameInfo, [first = '']: readonly string[]): number {
  const words = wordsOf(title)
  const place = words.findIndex((word) => isMeant(first, word))
  return place < 0 ? words.length : place
}

/** The `count` games whose names are most like a name that no game has. */
export function nearest(games: readonly GameInfo[], name: string, count: number): GameInfo[] {
  return games
    .map((game) => ({ game, how: Math.max(...namesOf(game).map((one) => likeness(name, one))) }))
    .filter((one) => one.how >= ALIKE)
    .sort((a, b) => b.how - a.how)
    .slice(0, count)
    .map(({ game }) => game)
}

/** The games that meet the most conditions. */
function closest(games: readonly GameInfo[], filter: Filter): GameInfo[] {
  const asked = (['race', 'difficulty', 'length', 'packs', 'family'] as const).filter((key) => filter[key])
  const met = (game: GameInfo) => asked.filter((key) => matching([game], { ...ANY, [key]: filter[key] }).length).length
  const most = Math.max(...games.map(met))
  return games.filter((game) => met(game) === most).slice(0, 2 * FEW)
}
