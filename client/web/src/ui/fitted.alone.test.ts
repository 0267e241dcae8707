import { expect, it, vi } from 'vitest'
import { fitted } from './fitted'

const USUAL = 17.16
const WIDTH = 112

/** A heading of one word pair, which has one line as long as its font is not larger than `fits`. */
function heading(fits: number): HTMLElement {
  const style = { fontSize: '' }
  const size = () => parseFloat(style.fontSize) || USUAL
  vi.stubGlobal('getComputedStyle', () => ({ fontSize: `${size()}px`, lineHeight: `${size() * 1.1}px` }))
  vi.stubGlobal('ResizeObserver', class { observe = () => undefined })
  const height = () => Math.round(size() * 1.1 * (size() > fits ? 2 : 1))
  return {
    style,
    clientWidth: WIDTH,
    scrollWidth: WIDTH,
    get clientHeight() { return height() },
    get scrollHeight() { return height() },
  } as unknown as HTMLElement
}

it('a heading shrinks to three quarters, and no step is left out at the end', () => {
  const title = heading(0.75 * USUAL)
  fitted(title, 'Racing Demon')
  expect(parseFloat(title.style.fontSize)).toBeCloseTo(0.75 * USUAL)
})

it('a heading keeps its size and gets two lines where that is not enough', () => {
  const title = heading(0.7 * USUAL)
  fitted(title, 'A Very Long Game')
  expect(title.style.fontSize).toBe('')
})
