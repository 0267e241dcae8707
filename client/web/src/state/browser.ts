/** A number by chance that this browser keeps: so the server knows two players at one browser, and nothing else. */

import { store, stored } from '../settings.svelte'

const KEY = 'cadogan.browser'

/** 16 random bytes as hex, the same for as long as the browser keeps them. */
export function browserId(): string {
  const kept = stored<{ id: string }>(KEY).id
  if (kept && /^[0-9a-f]{32}$/.test(kept)) return kept
  const id = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  store(KEY, { id })
  return id
}
