/** A random number that identifies this browser to the server, so that it recognises two players at one browser. It reveals nothing else. */

import { randomHex } from '../base/random'
import { store, stored } from '../base/settings.svelte'

const KEY = 'cadogan.browser'

/** 16 random bytes as hex, the same for as long as the browser keeps them. */
export function browserId(): string {
  const kept = stored<{ id: string }>(KEY).id
  if (kept && /^[0-9a-f]{32}$/.test(kept)) return kept
  const id = randomHex(16)
  store(KEY, { id })
  return id
}
