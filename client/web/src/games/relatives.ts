/** Well-known games that the catalogue lacks, by the names that people search for, with the most similar games that it has. */

import { isMeant, plain, wordsOf } from './spelling'

/** Names of games that play alike, and the ids of their nearest relations, the nearest first. */
const RELATIVES: readonly (readonly [names: string, relatives: string])[] = [
  // All cards in sight, and places to put single ones aside.
  ['penguin, forecell', 'freecell, eight_off, flower_garden, rainbow, fortress, kings'],
  ['beleaguered castle, streets and alleys, citadel, sham battle', 'fortress, kings, flower_garden'],
  ['baker’s dozen, cruel, good measure', 'perseverance_units, perseverance, la_belle_lucie'],
  ['bristol, the fan, trefoil, shamrocks, super flower garden', 'la_belle_lucie, house_on_the_hill, house_in_the_wood'],
  // Columns in alternate colours.
  ['whitehead, westcliff, thumb and pouch, agnes, agnes bernauer, double klondike, harp, harfe, kleine harfe, windows solitaire, solitär, réussite', 'klondike_draw1, klondike_draw3, storehouse'],
  ['canfield solitaire, rainbow canfield, duchess, american toad, racing demon, nertz, nerts, pounce, peanuts', 'fascination, storehouse, terrace'],
  ['gypsy, miss milligan, giant, easthaven, irmgard', 'blockade_modern, spiderette, reversal'],
  // Cards move together whatever lies on them, or as runs of a suit.
  ['australian patience, chinese solitaire', 'yukon, scorpion, scorpion_2, curds_and_whey'],
  ['simple simon, black widow, tarantula', 'spider_1, mrs_mop, curds_and_whey'],
  // Pairs and sums.
  ['tut’s tomb, elevens, monte carlo, weddings, double or quits, simple pairs, mahjong, mah jongg', 'pyramid, nestor, fourteenth, wheel'],
  ['towers, all in a row', 'tripeaks, golf, black_hole'],
  ['travellers, clock patience, clock solitaire, sundial, hidden cards', 'clock, dial_no_1, great_thirteen'],
  // One card after the other from the stock.
  ['calculation, broken intervals, hopscotch, betsy ross, fairest', 'sly, sly_fox, odd_and_even'],
  ['osmosis, treasure trove, peek', 'storehouse, fascination'],
  ['bowling, poker squares, poker patience, cribbage squares, cribbage solitaire', 'caesar, fifteen'],
  ['four seasons, vanishing cross, corner card, fortune’s favor, czarina', 'general_sedgewick, four_corners, storehouse'],
  ['gaps, montana, addiction, spaces, accordion, the idle year, tower of babel', 'labyrinth, fifteen, caesar'],
  ['crescent, la parisienne, royal cotillion, grand duchess, virginia reel, tournament', 'nation, napoleons_favorite, kings'],
  ['josephine, maria, lucas, limited, busy aces, number ten, emperor, deauville', 'napoleon_at_st_helena, napoleons_square, red_and_black'],
  ['intelligence, matrimony, big forty solitaire, diplomat, parliament', 'congress, house_on_the_hill, square'],
  // For two.
  ['skip-bo, skip bo, skipbo, russian bank, crapette, zankpatience, streitpatience, tunj, double solitaire, speed, spit', 'spite_and_malice, spite_and_malice_modern, spite_and_malice_mixed'],
]

interface Kin {
  readonly name: readonly string[]
  readonly relatives: readonly string[]
}

const KIN: readonly Kin[] = RELATIVES.flatMap(([names, relatives]) => names.split(', ').map((name) => ({ name: wordsOf(name), relatives: relatives.split(', ') })))


/** Words that identify no game. */
const VAGUE = ['the', 'solitaire', 'patience', 'game', 'das', 'der', 'die', 'le', 'la', 'jeu']

function tellingWords(typed: string): string[] {
  const words = wordsOf(typed)
  const telling = words.filter((word) => !VAGUE.includes(word))
  return telling.length ? telling : words
}

/** The ids of the games most similar to a well-known game that the catalogue lacks. With `strictly` the name must be spelt correctly. */
export function relativesOf(typed: string, strictly: boolean): readonly string[] {
  const squeezed = tellingWords(typed).join('')
  if (!squeezed) return []
  const fits = ({ name }: Kin) => {
    const whole = name.filter((word) => !VAGUE.includes(word)).join('') || name.join('')
    if (strictly) return whole === squeezed
    return whole.length <= squeezed.length + 2 && isMeant(plain(squeezed), whole)
  }
  return KIN.find(fits)?.relatives ?? []
}
