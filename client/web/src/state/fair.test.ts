import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Results } from '../wire/types'
import { isFair } from './fair'

function sha(hex: string): string {
  return createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex')
}

const secret = 'ab'.repeat(32)
const nonces = ['11'.repeat(16), '', '22'.repeat(16)]
const results: Results = { rows: [], secret, nonces, seed: sha(secret + nonces.join('')) }

describe('the promise before the start', () => {
  it('holds where secret and seed fit', async () => {
    expect(await isFair(results, sha(secret), 'fresh')).toBe(true)
  })
  it('is broken by another secret, or another seed', async () => {
    expect(await isFair(results, sha('cd'), 'fresh')).toBe(false)
    expect(await isFair({ ...results, seed: sha('00') }, sha(secret), 'fresh')).toBe(false)
  })
  it('says nothing of the seed of a numbered deal', async () => {
    expect(await isFair({ ...results, seed: sha('00') }, sha(secret), 'numbered')).toBe(true)
  })
})
