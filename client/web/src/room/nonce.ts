/**
 * The player's own nonce for a seed. Its hash is promised first; the nonce is shown when all promises are made. A record keeps those promises.
 * See "Was the deal fixed beforehand?" in PROTOCOL.md.
 */

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { randomHex } from '../base/random'
import type { RoomOptions, RoomState, Seat } from '../wire/types'

const KEPT = 'cadogan.nonce'

/** SHA-256 of bytes, both as hex. Browsers offer their own SHA-256 only on https, so it is computed here for plain HTTP. */
export function hashOf(hex: string): string {
  return bytesToHex(sha256(hexToBytes(hex)))
}

/** A nonce: 16 random bytes as hex. Once it was shown, it is never used again. */
export interface Nonce {
  readonly value: string
  readonly hash: string
  /** True once the room's state has shown this promise. */
  stood: boolean
  /** The number of countdowns that had been called off when it was promised. If one more is, the promise is void. */
  off: number
  /** True once the server has accepted the nonce, or will not accept it any more. */
  shown: boolean
}

/** The promises that this page saw before it showed its own nonce. */
export interface Witness {
  readonly commit: string
  /** The promises of the nonces by seat. */
  readonly hashes: Readonly<Record<number, string>>
  readonly seat: number
  readonly nonce: string
}

/** Whose numbers deals have that the whole world can know. */
export const OWNERS: Partial<Record<RoomOptions['numbering'], string>> = { microsoft: 'Microsoft', pysol: 'PySolFC' }

/** True if nobody can know the deal beforehand, because its seed is made of the players' nonces. */
export function isUnseen({ deal }: Pick<RoomOptions, 'deal'>): boolean {
  return deal === 'fresh' || deal === 'winnable'
}

export function freshNonce(): Nonce {
  const value = randomHex(16)
  return { value, hash: hashOf(value), stood: false, off: 0, shown: false }
}

/**
 * The message that the page must send now by itself: the nonce, once all promises are made; or the promise of a new
 * one, after all were made void, or if a reload has lost the promised nonce. By correspondence the nonce is shown at once, as its player may go away.
 * A player who has changed seats must get ready again.
 */
export function owed(nonce: Nonce | undefined, seat: Seat | undefined, { phase, called_off: off, rules }: Pick<RoomState, 'phase' | 'called_off'> & { rules?: Pick<RoomOptions, 'days_per_turn'> }): 'nonce' | 'promise' | undefined {
  if (!seat) return undefined
  if (nonce && seat.nonce_hash === nonce.hash) return (phase === 'countdown' || rules?.days_per_turn) && !nonce.shown ? 'nonce' : undefined
  if (phase !== 'lobby') return undefined
  if (!nonce) return seat.ready && seat.nonce_hash !== undefined ? 'promise' : undefined
  return nonce.stood && !seat.ready && off > nonce.off ? 'promise' : undefined
}

export function witnessed(state: RoomState, seat: number, nonce: Nonce): Witness {
  return { commit: state.commit, hashes: hashesOf(state), seat, nonce: nonce.value }
}

/** The promises of the nonces by seat. */
export function hashesOf(state: RoomState): Record<number, string> {
  return Object.fromEntries(state.seats.flatMap(({ seat, nonce_hash: hash }) => (hash === undefined ? [] : [[seat, hash]])))
}

/** Remember the window's nonce and witness of a room, so that they survive a reload. */
export function remember(code: string, nonce: Nonce | undefined, witness: Witness | undefined): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ code, nonce, witness }))
  } catch {
    // In a browser that keeps nothing the page promises a new nonce.
  }
}

export function kept(code: string): { nonce?: Nonce; witness?: Witness } {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}') as { code?: string; nonce?: Nonce; witness?: Witness }
    return found.code === code ? found : {}
  } catch {
    return {}
  }
}
