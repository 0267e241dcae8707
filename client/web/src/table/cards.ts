/** Cards as numbers: suit, rank, and the name of the file that shows the face. Pure. */

export const JOKER = 52
const RANKS = 'A23456789TJQK'
const SUITS = 'CDHS'

export type Suit = 'clubs' | 'diamonds' | 'hearts' | 'spades'

/** Suits in the order of the card codes. */
export const SUIT_NAMES: readonly Suit[] = ['clubs', 'diamonds', 'hearts', 'spades']

/** 0 to 3 in the order clubs, diamonds, hearts, spades. */
export function suitOf(code: number): number {
  return Math.floor(code / 13)
}

/** 1 (ace) to 13 (king). */
export function rankOf(code: number): number {
  return (code % 13) + 1
}

/** `7H`, `TS`: the name of the face. */
export function faceOf(code: number): string {
  return code === JOKER ? 'joker-1' : `${RANKS[code % 13]}${SUITS[suitOf(code)]}`
}
