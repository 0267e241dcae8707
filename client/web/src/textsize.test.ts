import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const css = readFileSync(new URL('./app.css', import.meta.url), 'utf-8')

it('texts are as large as the browser is set to show them', () => {
  const [, size] = /\bhtml \{[^}]*\bfont: 400 ([^\s/]+)/.exec(css) ?? []
  expect(size).toBe('100%')
})
