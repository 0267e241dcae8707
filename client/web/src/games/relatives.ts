/** Well-known games that the catalogue lacks, by the names that people search for, with the most similar games that it has. */

import { isMeant, plain, wordsOf } from './spelling'

/** Names of games that play alike, and the ids of their nearest relations, the nearest first. */
const RELATIVES: readonly (readonly [names: string, relatives: string])[] = [
  // All cards in sight, and places to put single ones aside.
  ['penguin, forecell', 'freecell, eight_off, flower_garden, rainbow, fortress, kings'],
  ['citadel, chessboard, castle of indolence', 'beleaguered_castle, streets_and_alleys, fortress, kings'],
  ['cruel, spanish patience, castles in spain, portuguese solitaire', 'bakers_dozen, good_measure, perseverance_units, perseverance'],
  ['belvedere', 'bristol, la_belle_lucie'],
  ['the fan, trefoil, shamrocks, super flower garden', 'la_belle_lucie, bristol, house_on_the_hill, house_in_the_wood'],
  // Columns in alternate colours.
  ['whitehead, westcliff, thumb and pouch, agnes, agnes bernauer, double klondike, harp, harfe, kleine harfe, windows solitaire, solitär, réussite', 'klondike_draw1, klondike_draw3, storehouse'],
  ['rainbow canfield, duchess, american toad', 'canfield, fascination, storehouse, terrace'],
  ['miss milligan, giant, irmgard', 'gypsy, easthaven, blockade_modern, spiderette'],
  // Cards move together whatever lies on them, or as runs of a suit.
  ['australian patience, chinese solitaire', 'yukon, scorpion, scorpion_2, curds_and_whey'],
  ['black widow, tarantula', 'spider_1, simple_simon, mrs_mop, curds_and_whey'],
  ['somerset, usk, morehead', 'king_albert, raglan, freecell'],
  // Pairs and sums.
  ['tut’s tomb, elevens, monte carlo, weddings, double or quits, simple pairs, mahjong, mah jongg', 'pyramid, nestor, fourteenth, wheel'],
  ['towers, all in a row', 'tripeaks, golf, black_hole'],
  ['travellers, clock patience, clock solitaire, sundial, hidden cards', 'clock, dial_no_1, great_thirteen'],
  // One card after the other from the stock.
  ['betsy ross, sir tommy, strategy', 'calculation, sly, sly_fox, odd_and_even'],
  ['osmosis, treasure trove, peek', 'storehouse, fascination'],
  ['bowling, poker squares, poker patience, cribbage squares, cribbage solitaire', 'caesar, fifteen'],
  ['four seasons, vanishing cross, corner card, fortune’s favor, czarina', 'general_sedgewick, four_corners, storehouse'],
  ['gaps, montana, addiction, spaces, royal marriage', 'accordion, labyrinth, fifteen, caesar'],
  ['braid, zopf, der zopf, tresse, la tresse, plait', 'terrace, sultan, japanese_rug'],
  ['crescent, la parisienne, royal cotillion, grand duchess, virginia reel, tournament', 'nation, napoleons_favorite, kings'],
  ['maria, lucas, limited, busy aces, number ten, emperor, deauville', 'napoleon_at_st_helena, josephine, napoleons_square, red_and_black'],
  ['intelligence, matrimony, big forty solitaire, diplomat, parliament', 'congress, house_on_the_hill, square'],
  // For two.
  ['skip-bo, skip bo, skipbo, double solitaire, speed, spit, bataille, mau-mau, rommé, rami, uno', 'spite_and_malice, spite_and_malice_modern, spite_and_malice_table, russian_bank, spite_and_malice_mixed'],
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
