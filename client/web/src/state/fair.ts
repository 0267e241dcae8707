/** Checks that a deal was fixed before the start: the published secret fits what was promised, and makes the seed. */

import type { Results } from '../wire/types'

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Whether the results fit the promise made before the start. A numbered or daily deal has a seed that everybody knows,
 * so of those only the promise is checked. Undefined where this browser has no SHA-256 (a page that is not on https).
 */
export async function isFair(results: Results, commit: string, deal: string): Promise<boolean | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  const secret = bytesOf(results.secret)
  if ((await sha256(secret)) !== commit) return false
  if (deal !== 'fresh') return true
  return (await sha256(bytesOf(results.secret + results.nonces.join('')))) === results.seed
}
