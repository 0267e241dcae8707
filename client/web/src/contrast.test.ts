import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { colourOf, paperOf, type Deck } from './table/paper'

/** The relative luminance of a colour like `#1d1b20`, by WCAG. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const css = readFileSync(new URL('./app.css', import.meta.url), 'utf-8')

/** The colours that hold for these attributes of the page. All rules have the same specificity, so the later one wins. */
function coloursOf(theme: 'light' | 'dark', felt: string): Record<string, string> {
  const selectors = [':root', `:root[data-felt='${felt}']`, ...(theme === 'dark' ? [":root[data-theme='dark']", `:root[data-theme='dark'][data-felt='${felt}']`] : [])]
  const found: Record<string, string> = {}
  for (const selector of selectors) {
    const body = css.split(`${selector} {`)[1]?.split('}')[0] ?? ''
    for (const [, name, value] of body.matchAll(/--([\w-]+): (#\w{6});/g)) found[name as string] = value as string
  }
  return found
}

describe('every table', () => {
  for (const felt of ['green', 'blue', 'wine', 'slate'])
    for (const theme of ['light', 'dark'] as const)
      it(`can be read on: ${felt}, ${theme}`, () => {
        const colours = coloursOf(theme, felt)
        for (const ground of ['felt', 'felt-deep']) {
          for (const ink of ['felt-ink', 'felt-soft']) expect(contrast(colours[ink]!, colours[ground]!), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
          for (const mark of ['picked', 'lit', 'last']) expect(contrast(colours[mark]!, colours[ground]!), `${mark} on ${ground}`).toBeGreaterThanOrEqual(3)
        }
      })

  it('differs from the others', () => {
    expect(new Set(['green', 'blue', 'wine', 'slate'].map((felt) => coloursOf('light', felt)['felt'])).size).toBe(4)
    expect(new Set(['green', 'blue', 'wine', 'slate'].map((felt) => coloursOf('dark', felt)['felt'])).size).toBe(4)
  })
})

describe('every deck', () => {
  for (const deck of ['classic', 'clear', 'tinted'] satisfies Deck[])
    for (const fourColours of [false, true])
      it(`can be read: ${deck}${fourColours ? ', in four colours' : ''}`, () => {
        for (const code of [0, 13, 26, 39]) {
          const look = { deck, fourColours, large: true, letters: 'JQK' }
          expect(contrast(colourOf(code, look), paperOf(code, look))).toBeGreaterThanOrEqual(4.5)
        }
      })
})
