/** The common parts of all drawings of cards, and the drawings without pictures: faces for small cards, and backs. */

import { JOKER, rankOf, suitOf } from './cards'
import { rankOutline, SUITS } from './glyphs'

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
  /** True for a large rank and suit instead of the full drawing. */
  large: boolean
  deck?: Deck
  /** The letters of jack, queen and king: `JQK`. */
  letters: string
}

/** The usual drawings; a large rank and suit and nothing else; and the same on paper in a light tint of the suit's colour. */
export type Deck = 'classic' | 'clear' | 'tinted'

/** Several drawings as one, from left to right. Each gets ids of its own. */
export function sideBySide(drawings: readonly string[]): string {
  const placed = drawings.map((drawing, i) =>
    drawing.replace(/(\bid="|href="#|url\(#)/g, `$1${i}-`).replace('<svg ', `<svg x="${i * WIDTH}" `),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${drawings.length * WIDTH} ${HEIGHT}" preserveAspectRatio="none">${placed.join('')}</svg>`
}

/** The width in CSS pixels below which cards show large faces. */
export const SMALL = 62

/** Light tints of the colours in FOUR, on which each can be read. */
const TINTS = ['#e3f3e9', '#e4eefb', '#fdebec', '#ebebf0']

/** The paper of a card. */
export function paperOf(code: number, look: Look): string {
  if (look.deck !== 'tinted' || code === JOKER) return '#fffdf8'
  return TINTS[FOUR.indexOf(colourOf(code, look))] as string
}

function paper(code: number, look: Look): string {
  return PAPER.replace('#fffdf8', paperOf(code, look))
}

/** The colour of a card's rank and suit. */
export function colourOf(code: number, look: Look): string {
  if (code === JOKER) return INK
  const suit = suitOf(code)
  return look.fourColours ? (FOUR[suit] as string) : suit === 1 || suit === 2 ? RED : INK
}

/** The heights that the figure of a large face may have, of a card 240 wide. */
export const FIGURES = [107, 82, 60, 40] as const

/** The margin above, below and beside a figure. */
const AROUND = 4
/** The widest figure, as a share of its height. */
const WIDEST_FIGURE = 0.67
/** The height of a figure's outline in `glyphs.ts`, with its line. */
const OUTLINE = 1032

/** The largest figure that fits the visible part of a card. `down` is its height from the top, `across` its width from the left, in card widths. */
export function figureFor(down: number, across: number): number {
  const fits = (figure: number) =>
    figure + 2 * AROUND <= down * WIDTH + 0.5 && WIDEST_FIGURE * figure + 3 * AROUND <= across * WIDTH + 0.5
  return FIGURES.find(fits) ?? FIGURES[FIGURES.length - 1]!
}

/** The width, in card widths, below which a covered card shows no suit beside its rank. */
export const ASIDE = 0.6

/** A face for small cards: rank and suit along the top edge, and the suit again in the middle. With `aside` the suit also stands below the rank, where a fan to the side shows it. */
export function largeFace(code: number, look: Look, figure: number = FIGURES[0], aside = false): string {
  const colour = colourOf(code, look)
  const suit = (size: number, x: number, y: number) => suitAt(code, colour, size, x, y)
  const x = 2 * AROUND + (WIDEST_FIGURE * figure - WIDTH) / 2
  const y = AROUND + (figure - HEIGHT) / 2
  const rank = rankAt(code, look, figure, x, y)
  const middle = aside ? suit(0.75 * figure, x, y + figure) + suit(140, 36, 78) : suit(168, -4, 66)
  return `${OPEN}${paper(code, look)}${rank}${suit(0.9 * figure, x + 1.2 * figure, y)}${middle}</svg>`
}

/** A face of the decks that have no pictures: rank and suit in two corners, and a large one in the middle. */
export function plainFace(code: number, look: Look): string {
  if (code === JOKER) return smallJoker()
  const colour = colourOf(code, look)
  const corner = rankAt(code, look, 58, -90, -132) + suitAt(code, colour, 56, -36, -132)
  const isCourt = rankOf(code) > 10
  const middle = isCourt
    ? `<rect x="-58" y="-92" width="116" height="184" rx="12" fill="none" stroke="${colour}" stroke-width="3"/>${rankAt(code, look, 84, 0, -32)}${suitAt(code, colour, 76, 0, 50)}`
    : suitAt(code, colour, 150, 0, 0)
  return `${OPEN}${paper(code, look)}${corner}<g transform="rotate(180)">${corner}</g>${middle}</svg>`
}

function suitAt(code: number, colour: string, size: number, x: number, y: number): string {
  return `<path transform="translate(${x} ${y}) scale(${size / 1200})" fill="${colour}" d="${SUITS[suitOf(code)]}"/>`
}

function rankAt(code: number, look: Look, height: number, x: number, y: number): string {
  return `<path transform="translate(${x} ${y}) scale(${height / OUTLINE})" fill="none" stroke="${colourOf(code, look)}" stroke-width="112" stroke-linecap="square" stroke-miterlimit="1.5" d="${rankOutline(rankOf(code), look.letters)}"/>`
}

/** The joker of a small pack: a star. */
export function smallJoker(): string {
  const star = 'M0-70 18-22 68-22 28 8 42 58 0 28-42 58-28 8-68-22-18-22Z'
  return `${OPEN}${PAPER}<path transform="translate(-58 -104) scale(.6)" fill="#6b2c91" d="${star}"/><path transform="translate(0 60)" fill="#6b2c91" d="${star}"/></svg>`
}

export type Back = 'lattice' | 'plain' | 'claret' | 'pine'

/** The pattern of a back, in a square of 24 units. */
const DIAMONDS = '<path d="M0 12 12 0 24 12 12 24Z"/><path d="M12 10v4M10 12h4"/>'
const SCALES = '<path d="M0 0a12 12 0 0 0 24 0M-12 12a12 12 0 0 0 24 0M12 12a12 12 0 0 0 24 0M5 0a7 7 0 0 0 14 0M-7 12a7 7 0 0 0 14 0M17 12a7 7 0 0 0 14 0"/>'
const NEEDLES = '<path d="M0 6 12 0 24 6M0 12 12 6 24 12M0 18 12 12 24 18M0 24 12 18 24 24M12 0v24"/>'

const BACKS: Record<Back, { ground: string; line: string; bold: string; figure: string }> = {
  lattice: { ground: '#27406b', line: '#6f8fc4', bold: '#d8c38f', figure: DIAMONDS },
  claret: { ground: '#6f1f2c', line: '#b96a70', bold: '#e0c48c', figure: SCALES },
  pine: { ground: '#1f4d3f', line: '#6fa38c', bold: '#dcc68e', figure: NEEDLES },
  plain: { ground: '#4a4f57', line: '#4a4f57', bold: '#b9bec6', figure: '' },
}

/** The tint of a veiled back: its racer alone knows the card. */
const VEIL = '#f0c75e'

/** The middle of a back; that of a veiled back is an open eye. */
const DIAMOND = (ground: string, bold: string) =>
  `<path d="M0-40 30 0 0 40-30 0Z" fill="${ground}" stroke="${bold}" stroke-width="2.4"/><path d="M0-18 13 0 0 18-13 0Z" fill="${bold}"/>`
const EYE = (ground: string, bold: string) =>
  `<path d="M-82 0Q0-92 82 0Q0 92-82 0Z" fill="${ground}" stroke="${bold}" stroke-width="10"/><circle r="30" fill="${bold}"/>`

/** The drawing of a back. */
export function back(kind: Back): string {
  return drawBack(BACKS[kind], DIAMOND)
}

/** The drawing of a veiled back: light, in the colours of the deck, with an open eye. */
export function veiledBack(kind: Back): string {
  const { ground, figure } = BACKS[kind]
  return drawBack({ ground: VEIL, line: ground, bold: ground, figure }, (_, bold) => EYE('#fffdf8', bold))
}

function drawBack({ ground, line, bold, figure }: (typeof BACKS)[Back], crest: (ground: string, bold: string) => string): string {
  const lattice = `<pattern id="l" width="24" height="24" patternUnits="userSpaceOnUse"><g fill="none" stroke="${line}" stroke-width="1.6">${figure}</g></pattern>`
  const field = (fill: string) => `<rect x="-108" y="-156" width="216" height="312" rx="9" fill="${fill}"/>`
  const frame = `<rect x="-99" y="-147" width="198" height="294" rx="6" fill="none" stroke="${bold}" stroke-width="2.4"/>`
  return `${OPEN}<defs>${lattice}</defs>${PAPER}${field(ground)}${field('url(#l)')}${frame}${crest(ground, bold)}</svg>`
}
