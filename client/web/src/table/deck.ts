/** The full drawings of the faces. This file is fetched only if cards are wide enough for them. */

import { faceOf, JOKER, rankOf } from './cards'
import { lettered } from './glyphs'
import { colourOf, PAPER, type Look } from './paper'

const drawings = import.meta.glob<string>(['../assets/cards/*.svg', '!**/back*.svg', '!**/joker-2.svg'], { query: '?raw', import: 'default', eager: true })

const RANK = /stroke-width="80"/
const PIP = /viewBox="-600 -600 1200 1200"/

function inked(symbol: string, colour: string): string {
  const coloured = symbol.replace(/(stroke|fill)="(red|#000)"/g, `$1="${colour}"`)
  return /fill="/.test(coloured) ? coloured : coloured.replace('<path', `<path fill="${colour}"`)
}

/** The width of a card in pixels below which the usual corner marks are hard to read at arm's length. */
export const STRONG = 96

/** A corner mark, usual and strong. With strong marks the rest of the face is drawn smaller. */
const CORNER = 'width="32" height="32" x="-114.4" y="-156"'
const CORNER_SUIT = 'width="26.769" height="26.769" x="-111.784" y="-119"'
const STRONG_CORNER = 'width="62" height="62" x="-153.5" y="-206"'
const STRONG_CORNER_SUIT = 'width="60" height="60" x="-152.5" y="-146"'
const BODY = 0.8

function withStrongCorners(svg: string): string {
  const [head, body] = svg.split(PAPER) as [string, string]
  const drawn = body.replace('</svg>', '').replaceAll(CORNER, STRONG_CORNER).replaceAll(CORNER_SUIT, STRONG_CORNER_SUIT)
  return `${head.replace(RANK, 'stroke-width="104"')}${PAPER}<g transform="scale(${BODY})">${drawn}</g></svg>`
}

/** The drawing of one face for cards of this width, in pixels. */
export function wholeFace(code: number, look: Look, width: number): string {
  const drawing = drawings[`../assets/cards/${faceOf(code)}.svg`] as string
  const svg = (rankOf(code) > 10 && code !== JOKER ? lettered(drawing, rankOf(code), look.letters) : drawing).replace(/<rect width="239" height="335"[^>]*\/>/, PAPER)
  if (code === JOKER) return svg
  const colour = colourOf(code, look)
  const coloured = svg.replace(/<symbol[^>]*>.*?<\/symbol>/gs, (symbol) => (RANK.test(symbol) || PIP.test(symbol) ? inked(symbol, colour) : symbol))
  return width < STRONG ? withStrongCorners(coloured) : coloured
}
