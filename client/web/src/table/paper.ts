/** What all drawings of cards have in common, and those that need no picture: faces for small cards, and backs. */

import { JOKER, rankOf, suitOf } from './cards'
import { RANKS, SUITS } from './glyphs'

const WIDTH = 240
const HEIGHT = 336
const SIZE = `width="${WIDTH}" height="${HEIGHT}" viewBox="-120 -168 ${WIDTH} ${HEIGHT}"`
export const OPEN = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${SIZE}>`
export const PAPER = '<rect width="239" height="335" x="-119.5" y="-167.5" fill="#fffdf8" stroke="#a39c8c" rx="14" ry="14"/>'
const INK = '#1d1b20'
const RED = '#c8102e'
const FOUR = ['#11703c', '#1454b8', RED, INK]

export interface Look {
  /** Clubs green and diamonds blue. */
  fourColours: boolean
  /** Big rank and suit in the corner instead of the whole drawing. */
  large: boolean
}

/** Several drawings as one, from left to right. Each keeps to its own ids. */
export function sideBySide(drawings: readonly string[]): string {
  const placed = drawings.map((drawing, i) =>
    drawing.replace(/(\bid="|href="#|url\(#)/g, `$1${i}-`).replace('<svg ', `<svg x="${i * WIDTH}" `),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${drawings.length * WIDTH} ${HEIGHT}" preserveAspectRatio="none">${placed.join('')}</svg>`
}

/** The colour of a card's rank and suit. */
export function colourOf(code: number, look: Look): string {
  if (code === JOKER) return INK
  const suit = suitOf(code)
  return look.fourColours ? (FOUR[suit] as string) : suit === 1 || suit === 2 ? RED : INK
}

/** The heights that the figure of a large face may have, of a card 240 wide. */
export const FIGURES = [107, 82, 60, 40] as const

/** Kept free above and below a figure, and beside it. */
const AROUND = 4
/** The widest figure, as a share of its height. */
const WIDEST_FIGURE = 0.67
/** The height of a figure's outline in `RANKS`, with its line. */
const OUTLINE = 1032

/** The largest figure that is seen whole where this much of a card shows, in card widths: down from its top, or across from its left. */
export function figureFor(down: number, across: number): number {
  const fits = (figure: number) =>
    figure + 2 * AROUND <= down * WIDTH + 0.5 && WIDEST_FIGURE * figure + 3 * AROUND <= across * WIDTH + 0.5
  return FIGURES.find(fits) ?? FIGURES[FIGURES.length - 1]!
}

/** A face for small cards: rank and suit along the top edge, and the suit again where a fan to the side shows it. */
export function largeFace(code: number, look: Look, figure: number = FIGURES[0]): string {
  const colour = colourOf(code, look)
  const suit = (size: number, x: number, y: number) =>
    `<path transform="translate(${x} ${y}) scale(${size / 1200})" fill="${colour}" d="${SUITS[suitOf(code)]}"/>`
  const x = 2 * AROUND + (WIDEST_FIGURE * figure - WIDTH) / 2
  const y = AROUND + (figure - HEIGHT) / 2
  const rank = `<path transform="translate(${x} ${y}) scale(${figure / OUTLINE})" fill="none" stroke="${colour}" stroke-width="112" stroke-linecap="square" stroke-miterlimit="1.5" d="${RANKS[rankOf(code) - 1]}"/>`
  return `${OPEN}${PAPER}${rank}${suit(0.9 * figure, x + 1.2 * figure, y)}${suit(168, -4, 66)}</svg>`
}

/** The joker of a small pack: a star. */
export function smallJoker(): string {
  const star = 'M0-70 18-22 68-22 28 8 42 58 0 28-42 58-28 8-68-22-18-22Z'
  return `${OPEN}${PAPER}<path transform="translate(-58 -104) scale(.6)" fill="#6b2c91" d="${star}"/><path transform="translate(0 60)" fill="#6b2c91" d="${star}"/></svg>`
}

export type Back = 'lattice' | 'plain' | 'claret' | 'pine'

const BACKS: Record<Back, { ground: string; line: string; bold: string }> = {
  lattice: { ground: '#27406b', line: '#6f8fc4', bold: '#d8c38f' },
  claret: { ground: '#6f1f2c', line: '#b96a70', bold: '#e0c48c' },
  pine: { ground: '#1f4d3f', line: '#6fa38c', bold: '#dcc68e' },
  plain: { ground: '#4a4f57', line: '#4a4f57', bold: '#b9bec6' },
}

/** What a back is tinted with where the card under it is known to its racer alone. */
const VEIL = '#f0c75e'

/** The middle of a back, and of one that is tinted: an open eye. */
const DIAMOND = (ground: string, bold: string) =>
  `<path d="M0-40 30 0 0 40-30 0Z" fill="${ground}" stroke="${bold}" stroke-width="2.4"/><path d="M0-18 13 0 0 18-13 0Z" fill="${bold}"/>`
const EYE = (ground: string, bold: string) =>
  `<path d="M-82 0Q0-92 82 0Q0 92-82 0Z" fill="${ground}" stroke="${bold}" stroke-width="10"/><circle r="30" fill="${bold}"/>`

/** The drawing of a back. */
export function back(kind: Back): string {
  return drawBack(BACKS[kind], DIAMOND)
}

/** The drawing of a back through which one racer alone sees: light, in the colours of the deck, with an open eye. */
export function veiledBack(kind: Back): string {
  const { ground } = BACKS[kind]
  return drawBack({ ground: VEIL, line: ground, bold: ground }, (_, bold) => EYE('#fffdf8', bold))
}

function drawBack({ ground, line, bold }: (typeof BACKS)[Back], crest: (ground: string, bold: string) => string): string {
  const lattice = `<pattern id="l" width="24" height="24" patternUnits="userSpaceOnUse"><path d="M0 12 12 0 24 12 12 24Z" fill="none" stroke="${line}" stroke-width="1.6"/><circle cx="12" cy="12" r="2.2" fill="${line}"/></pattern>`
  const field = (fill: string) => `<rect x="-108" y="-156" width="216" height="312" rx="9" fill="${fill}"/>`
  const frame = `<rect x="-99" y="-147" width="198" height="294" rx="6" fill="none" stroke="${bold}" stroke-width="2.4"/>`
  return `${OPEN}<defs>${lattice}</defs>${PAPER}${field(ground)}${field('url(#l)')}${frame}${crest(ground, bold)}</svg>`
}
