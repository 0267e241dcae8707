/** The outlines of ranks and suits, from the drawings in `assets/cards`, and the letters of court cards in other languages. */

/** Ace to king, to be drawn as lines, in a square of 1000 units around the middle. */
const RANKS: readonly string[] = [
  'M-270 460h160m-90-10L0-460l200 910m-90 10h160m-390-330h240',
  'M-225-225c-20-40 25-235 225-235s225 135 225 235c0 200-450 385-450 685h450V300',
  'M-250-320v-140h450L-110-80c10-10 60-40 110-40 200 0 250 120 250 270 0 200-80 310-280 310s-230-160-230-160',
  'M50 460h200m-100 0v-920l-450 635v25h570',
  'M170-460h-345l-35 345s10-85 210-85c100 0 255 120 255 320S180 460-20 460s-235-175-235-175',
  'M-250 100a250 250 0 0 1 500 0v110a250 250 0 0 1-500 0v-420A250 250 0 0 1 0-460c150 0 180 60 200 85',
  'M-265-320v-140h530C135-200-90 100-90 460',
  'M-1-50a205 205 0 1 1 2 0h-2a255 255 0 1 0 2 0Z',
  'M250-100a250 250 0 0 1-500 0v-110a250 250 0 0 1 500 0v420A250 250 0 0 1 0 460c-150 0-180-60-200-85',
  'M-260 430v-860M-50 0v-310a150 150 0 0 1 300 0v620a150 150 0 0 1-300 0Z',
  'M50-460h200m-100 0v710a100 100 0 0 1-400 0v-30',
  'M-260 100c300 0 220 360 520 360M-175 0v-285a175 175 0 0 1 350 0v570a175 175 0 0 1-350 0Z',
  'M-285-460h200m-100 0v920m-100 0h200M85-460h200m-100 20-355 595M85 460h200m-100-20L-10-70',
]

/** The letters of court cards in other languages than English, in the same square: Bube, Dame, Roi, Valet. `J`, `Q` and `K` are in `RANKS`. */
const LETTERS: Readonly<Record<string, string>> = {
  B: 'M-285-460H15a220 220 0 0 1 0 440H-185M15-20a240 240 0 0 1 0 480H-285m100 0v-920',
  D: 'M-285-460H-45c190 0 310 130 310 300v320c0 170-120 300-310 300H-285m100 0v-920',
  R: 'M-285-460H10a235 235 0 0 1 0 470H-185M-285 460h200m-100 0v-920M95 460h190m-95 0L-20 10',
  V: 'M-305-460h200M105-460h200M-205-460 0 460 205-460',
}

/** The outline of a rank, 1 to 13, with the letters of court cards of a language of the page: `VDR`. */
export function rankOutline(rank: number, letters: string): string {
  return LETTERS[letters[rank - 11] ?? ''] ?? (RANKS[rank - 1] as string)
}

/** The drawing of a court card of `assets/cards`, with the letter of a language of the page. */
export function lettered(svg: string, rank: number, letters: string): string {
  return svg.replace(/(stroke-width="80"[^>]* d=")[^"]*/, `$1${rankOutline(rank, letters)}`)
}

/** Clubs, diamonds, hearts, spades, to be filled, in a square of 1200 units around the middle. */
export const SUITS: readonly string[] = [
  'M30 150c5 235 55 250 100 350h-260c45-100 95-115 100-350a10 10 0 0 0-20 0 210 210 0 1 1-74-201 10 10 0 0 0 14-14 230 230 0 1 1 220 0 10 10 0 0 0 14 14 210 210 0 1 1-74 201 10 10 0 0 0-20 0',
  'M-400 0C-350 0 0-450 0-500 0-450 350 0 400 0 350 0 0 450 0 500 0 450-350 0-400 0',
  'M0-300c0-100 100-200 200-200s200 100 200 250C400 0 0 400 0 500 0 400-400 0-400-250c0-150 100-250 200-250S0-400 0-300',
  'M0-500c100 250 355 400 355 685a150 150 0 0 1-300 0 10 10 0 0 0-20 0c0 200 50 215 95 315h-260c45-100 95-115 95-315a10 10 0 0 0-20 0 150 150 0 0 1-300 0c0-285 255-435 355-685',
]
