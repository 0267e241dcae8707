import { expect, test } from 'vitest'
import { halves, write } from './picture'

/** A pen with which each letter is half as wide as it is high; returns what was written, and in which font. */
function written(text: string, most: number): [string, string] {
  let found: [string, string] = ['', '']
  const pen = {
    font: '',
    fillStyle: '',
    measureText: (said: string) => ({ width: said.length * 0.5 * parseFloat(/[\d.]+px/.exec(pen.font)?.[0] ?? '') }),
    fillText: (said: string) => (found = [said, pen.font]),
  }
  write(pen as unknown as CanvasRenderingContext2D, '600 78px serif', '#fff', text, 0, 0, most)
  return found
}

test('a headline in a picture gets smaller before it is cut', () => {
  expect(written('Toutes les cartes sont rangées', 2000)).toEqual(['Toutes les cartes sont rangées', '600 78px serif'])
  expect(written('Toutes les cartes sont rangées', 800)).toEqual(['Toutes les cartes sont rangées', '600 53px serif'])
  const [said, font] = written('Toutes les cartes sont rangées', 400)
  expect(font).toBe('600 46px serif')
  expect(said).toMatch(/^Toutes les cart.*…$/)
})

test('a long headline in a picture is halved between words', () => {
  expect(halves('Niemand hat eine Karte im Ziel')).toEqual(['Niemand hat eine', 'Karte im Ziel'])
  expect(halves('Du liegst vorn: gleich viele Karten im Ziel, aber früher')).toEqual(['Du liegst vorn: gleich viele', 'Karten im Ziel, aber früher'])
  expect(halves('Gewonnen')).toEqual(['Gewonnen'])
})
