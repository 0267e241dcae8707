/** The motifs and colours of emblems. */

import type { Emblem } from '../wire/types'

/** The path of each motif, in a square of 48 units. */
export const MOTIFS: Record<Emblem['motif'], string> = {
  spade: 'M24 9c-6 6.500-12 9.500-12 16a6 6 0 0 0 10.600 3.800C22.200 33 20.500 36 18 38h12c-2.500-2-4.200-5-4.600-9.200A6 6 0 0 0 36 25c0-6.500-6-9.500-12-16Z',
  heart: 'M24 39C17 32 10 27 10 19.500a7.200 7.200 0 0 1 14-2.300 7.200 7.200 0 0 1 14 2.300C38 27 31 32 24 39Z',
  diamond: 'M24 8l12 16-12 16L12 24Z',
  club: 'M24 9a6.800 6.800 0 0 0-5.700 10.500A6.800 6.800 0 1 0 22.500 29c-.3 4-2 7-4.500 9h12c-2.500-2-4.200-5-4.500-9a6.800 6.800 0 1 0 4.200-9.500A6.800 6.800 0 0 0 24 9Z',
  crown: 'M10 15l7 8 7-12 7 12 7-8-3 21H13Z',
  star: 'M24 8l4.700 10.200 11.200 1.200-8.400 7.500 2.400 11L24 32.300 14.100 37.900l2.400-11-8.400-7.500 11.200-1.200Z',
  moon: 'M30 9a15.500 15.500 0 1 0 8 22A13 13 0 0 1 30 9Z',
  tower: 'M13 10h5v4h3.500v-4h5v4H30v-4h5v10l-3 3v11h3v4H13v-4h3V23l-3-3Z',
}

/** The colours. */
export const TINCTURES: Record<Emblem['ground'], string> = {
  green: '#1f5a3c',
  blue: '#234f86',
  wine: '#7b2430',
  slate: '#47525c',
  gold: '#c9962e',
  plum: '#5a356e',
  ivory: '#f7f0df',
  black: '#1d1b20',
}

export const USUAL_EMBLEM: Emblem = { motif: 'spade', ground: 'green', figure: 'ivory' }
