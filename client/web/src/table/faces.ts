/** Puts the card faces on the page: pictures at the size they are shown, and a style for each card in them. */

import { ASPECT } from './geometry'
import { JOKER } from './cards'
import { HIDDEN, VEILED } from '../wire/types'
import { storedStyles, storeStyles } from './kept'
import { back as drawBack, FIGURES, largeFace, plainFace, sideBySide, smallJoker, veiledBack, type Back, type Look } from './paper'

/** The cards of each picture: one suit, or the cards without a suit. Pictures are made one by one, so that no step takes long. */
const PICTURES: readonly (readonly number[])[] = [[HIDDEN, VEILED, JOKER], ...[0, 1, 2, 3].map((suit) => Array.from({ length: 13 }, (_, i) => 13 * suit + i))]

/** The number of packs that are kept. The least recently used one is dropped first. */
const KEPT = 12

/** A pack: the pictures of all cards in one size and look. */
interface Pack {
  readonly style: HTMLStyleElement
  readonly look: Wanted
  readonly drawn: Promise<void>
  isDrawn: boolean
}

const packs = new Map<string, Pack>()

/** The look of a pack. */
export interface Wanted extends Look {
  back: Back
  /** The height of the figures of large faces, one of `FIGURES`; by default the largest. */
  figure?: number
  /** True if large faces have the suit below the rank too, because fans to the side cover the rest. */
  aside?: boolean
}

/** The CSS class of a table with cards of this width. Its styles are added when the pictures are drawn. */
export function packClass(card: number, wanted: Wanted): string {
  const width = Math.ceil(card)
  const { back, deck = 'classic', fourColours, large, figure = FIGURES[0], aside, letters } = wanted
  const name = `pack-${width}-${back}${deck === 'classic' ? '' : `-${deck}`}${fourColours ? '-4' : ''}${large ? `-l${figure}${aside ? 'a' : ''}` : ''}${letters === 'JQK' ? '' : `-${letters}`}`
  const pack = packs.get(name) ?? addPack(name, width, wanted)
  packs.delete(name)
  packs.set(name, pack)
  for (const [oldest, { style }] of packs) {
    if (packs.size <= KEPT) break
    style.remove()
    packs.delete(oldest)
  }
  return name
}

/** Resolves when all pictures of a pack are drawn. */
export function drawn(name: string): Promise<void> {
  return packs.get(name)?.drawn ?? Promise.resolve()
}

/** The class to use until this pack is drawn: another size of the same cards, otherwise the unfinished pack itself. */
export function standIn(name: string): string {
  const wanted = packs.get(name)
  if (!wanted || wanted.isDrawn) return name
  const alike = ({ look, isDrawn }: Pack) => isDrawn && look.back === wanted.look.back && look.fourColours === wanted.look.fourColours && look.deck === wanted.look.deck && look.letters === wanted.look.letters
  return [...packs].findLast(([, pack]) => alike(pack))?.[0] ?? name
}

/** The class of one card: face down, veiled, or face up. */
export function faceClass(code: number): string {
  return code === VEILED ? 'fv' : code < 0 ? 'fb' : `f${code}`
}

function addPack(name: string, width: number, look: Wanted): Pack {
  const style = document.createElement('style')
  document.head.append(style)
  const pack: Pack = { style, look, drawn: drawPack(style, name, width, look).then(() => void (pack.isDrawn = true)), isDrawn: false }
  return pack
}

async function drawPack(style: HTMLStyleElement, name: string, width: number, look: Wanted): Promise<void> {
  const drawnAt = `${name} at ${scaleNow()}`
  const kept = await storedStyles(drawnAt)
  if (kept) return style.append(...kept)
  const whole = look.large ? undefined : look.deck === 'clear' || look.deck === 'tinted' ? plainFace : (await import('./deck')).wholeFace
  const faceUp = (card: number) => (whole ? whole(card, look, width) : card === JOKER ? smallJoker() : largeFace(card, look, look.figure, look.aside))
  const face = (card: number) => (card === HIDDEN ? drawBack(look.back) : card === VEILED ? veiledBack(look.back) : faceUp(card))
  const styles: string[] = []
  for (const cards of PICTURES) {
    const url = await picture(cards.map(face), width)
    // A card has the class itself if it shows another pack than its table.
    const classes = cards.map((card) => `.${name} .${faceClass(card)},.${name}.${name}.${faceClass(card)}`)
    const last = cards.length - 1
    const places = classes.map((one, i) => `${one}{background-position:${((i / last) * 100).toFixed(4)}% 0}`)
    const rules = `${classes.join()}{background-image:url(${url});background-size:${cards.length * 100}% 100%}${places.join('')}`
    style.append(rules)
    styles.push(rules)
  }
  void storeStyles(drawnAt, styles)
}

/** The number of pixels of a picture for each CSS pixel. */
function scaleNow(): number {
  return Math.min(3, Math.max(1, devicePixelRatio))
}

/**
 * Draws several drawings side by side into one picture of pixels, so that moving cards need no drawing.
 * They are one SVG document, because a browser takes longer to open thirteen documents than to draw them.
 */
async function picture(drawings: readonly string[], width: number): Promise<string> {
  const scale = scaleNow()
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale) * drawings.length
  canvas.height = Math.round(width * ASPECT * scale)
  const image = new Image(canvas.width, canvas.height)
  image.src = `data:image/svg+xml,${encodeURIComponent(sideBySide(drawings))}`
  await image.decode()
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D
  pen.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  return dataUrl(blob as Blob)
}

/** A `data:` URL of a picture. The page's policy allows no `blob:`. */
function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.readAsDataURL(blob)
  })
}
