/** The whole drawings of the faces. In a file of its own, which is fetched only where cards are wide enough for them. */

import { faceOf, JOKER } from './cards'
import { colourOf, PAPER, type Look } from './paper'

const drawings = import.meta.glob<string>(['../assets/cards/*.svg', '!**/back*.svg', '!**/joker-2.svg'], { query: '?raw', import: 'default', eager: true })

const RANK = /stroke-width="80"/
const PIP = /viewBox="-600 -600 1200 1200"/

function inked(symbol: string, colour: string): string {
  const coloured = symbol.replace(/(stroke|fill)="(red|#000)"/g, `$1="${colour}"`)
  return /fill="/.test(coloured) ? coloured : coloured.replace('<path', `<path fill="${colour}"`)
}

/** The drawing of one face. */
export function wholeFace(code: number, look: Look): string {
  const svg = (drawings[`../assets/cards/${faceOf(code)}.svg`] as string).replace(/<rect width="239" height="335"[^>]*\/>/, PAPER)
  if (code === JOKER) return svg
  const colour = colourOf(code, look)
  return svg.replace(/<symbol[^>]*>.*?<\/symbol>/gs, (symbol) => (RANK.test(symbol) || PIP.test(symbol) ? inked(symbol, colour) : symbol))
}
