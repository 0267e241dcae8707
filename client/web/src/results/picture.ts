/** Draws the result of a game as a picture to share. */

import { plainFace } from '../table/paper'

export const WIDTH = 1200
export const HEIGHT = 630

/** One line of the results in the picture. */
export interface PictureLine {
  /** Empty where nobody else played. */
  readonly place: string
  readonly name: string
  readonly value: string
  readonly mine: boolean
}

export interface PictureText {
  /** The game. */
  readonly title: string
  /** The outcome in a few words. */
  readonly headline: string
  readonly lines: readonly PictureLine[]
  /** A note below the lines. */
  readonly note: string
  /** The server's address. */
  readonly address: string
}

/** The largest number of lines. */
const MOST_LINES = 4
const LEFT = 72
const RIGHT = 1128
/** The widest text that leaves the fan of cards free. */
const BESIDE_FAN = 750
const INK = '#f5ecd9'
const SOFT = '#cfdccf'
const GOLD = '#f2c14e'

/** The share of its size to which a headline is reduced before it takes two lines. */
const ONE_LINE = 0.7

/** The four aces, as a fan; the ace of spades, which lies on top, last. */
const ACES = [0, 13, 26, 39]
const CARD = { width: 112, height: 157 }

/** Draw the picture, on the page's felt. */
export async function drawPicture(canvas: HTMLCanvasElement, text: PictureText): Promise<void> {
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const aces = await Promise.all(ACES.map(faceOf))
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D
  const { fontFamily: serif } = getComputedStyle(document.querySelector('h1, h2') ?? document.body)
  const { fontFamily: sans } = getComputedStyle(document.body)
  felt(pen)
  fan(pen, aces)
  write(pen, `600 44px ${sans}`, SOFT, text.title, LEFT, 104, BESIDE_FAN)
  drawHeadline(pen, text.headline, serif)
  text.lines.slice(0, MOST_LINES).forEach((line, i) => drawLine(pen, line, 288 + i * 66, sans))
  write(pen, `500 30px ${sans}`, SOFT, text.note, LEFT, 576, 800)
  pen.textAlign = 'right'
  write(pen, `600 30px ${sans}`, GOLD, text.address, RIGHT, 576, 320)
  pen.textAlign = 'left'
}

function felt(pen: CanvasRenderingContext2D): void {
  const style = getComputedStyle(document.documentElement)
  const light = pen.createRadialGradient(WIDTH / 2, HEIGHT * 0.15, 60, WIDTH / 2, HEIGHT * 0.2, WIDTH * 0.75)
  light.addColorStop(0, style.getPropertyValue('--felt').trim())
  light.addColorStop(1, style.getPropertyValue('--felt-deep').trim())
  pen.fillStyle = light
  pen.fillRect(0, 0, WIDTH, HEIGHT)
}

function fan(pen: CanvasRenderingContext2D, faces: readonly HTMLImageElement[]): void {
  faces.forEach((face, i) => {
    pen.save()
    pen.translate(RIGHT - 140, 296)
    pen.rotate(((i - (faces.length - 1) / 2) * 15 * Math.PI) / 180)
    pen.shadowColor = 'rgb(0 0 0 / 0.4)'
    pen.shadowBlur = 14
    pen.drawImage(face, -CARD.width / 2, -CARD.height - 90, CARD.width, CARD.height)
    pen.restore()
  })
}

/** The outcome: on one line, or on two if one line would have to be much smaller. */
function drawHeadline(pen: CanvasRenderingContext2D, headline: string, serif: string): void {
  pen.font = `600 78px ${serif}`
  const lines = pen.measureText(headline).width * ONE_LINE > BESIDE_FAN ? halves(headline) : [headline]
  if (lines.length === 1) write(pen, pen.font, INK, headline, LEFT, 196, BESIDE_FAN)
  else lines.forEach((line, i) => write(pen, `600 54px ${serif}`, INK, line, LEFT, 166 + i * 58, BESIDE_FAN))
}

/** A text as two lines, as nearly equally long as its words allow; as one if it is a single word. */
export function halves(text: string): string[] {
  const breaks = [...text.matchAll(/ /g)].map(({ index }) => index)
  if (!breaks.length) return [text]
  const middle = breaks.reduce((best, at) => (Math.abs(at - text.length / 2) < Math.abs(best - text.length / 2) ? at : best))
  return [text.slice(0, middle), text.slice(middle + 1)]
}

function drawLine(pen: CanvasRenderingContext2D, { place, name, value, mine }: PictureLine, y: number, sans: string): void {
  if (mine) {
    pen.fillStyle = 'rgb(255 248 225 / 0.14)'
    pen.beginPath()
    pen.roundRect(LEFT - 18, y - 44, RIGHT - LEFT + 36, 60, 12)
    pen.fill()
  }
  write(pen, `600 38px ${sans}`, mine ? GOLD : SOFT, place, LEFT, y, 60)
  write(pen, `600 38px ${sans}`, INK, name, place ? LEFT + 70 : LEFT, y, 640)
  pen.textAlign = 'right'
  write(pen, `500 38px ${sans}`, INK, value, RIGHT, y, 300)
  pen.textAlign = 'left'
}

/** The share of its size to which a text is reduced before it is cut. */
const SMALLEST = 0.6

/** Write a line of text. A text wider than `most` is written smaller; if that is not enough, it is cut and gets an ellipsis. */
export function write(pen: CanvasRenderingContext2D, font: string, colour: string, text: string, x: number, y: number, most: number): void {
  pen.font = font
  const narrower = most / pen.measureText(text).width
  if (narrower < 1) pen.font = font.replace(/([\d.]+)px/, (_, size: string) => `${Math.floor(Number(size) * Math.max(SMALLEST, narrower))}px`)
  pen.fillStyle = colour
  let shown = text
  while (shown.length > 1 && pen.measureText(shown).width > most) shown = `${[...shown].slice(0, -2).join('').trimEnd()}…`
  pen.fillText(shown, x, y)
}

async function faceOf(code: number): Promise<HTMLImageElement> {
  const face = new Image(CARD.width * 2, CARD.height * 2)
  face.src = `data:image/svg+xml,${encodeURIComponent(plainFace(code, { fourColours: false, large: false, letters: '' }))}`
  await face.decode()
  return face
}

/** The picture as a file. */
export function fileOf(canvas: HTMLCanvasElement, name: string): Promise<File> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(new File([blob], name, { type: 'image/png' })) : reject(new Error('the picture could not be made'))), 'image/png')
  })
}
