/**
 * The player's own part of a seed: promised by its hash, shown when the promises of all stand, and what was promised by then.
 * See "Was the deal fixed beforehand?" in PROTOCOL.md.
 */

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { randomHex } from '../base/random'
import type { RoomOptions, RoomState, Seat } from '../wire/types'

const KEPT = 'cadogan.nonce'

/** SHA-256 of bytes, all as hex. The browser's own is missing on a page that is not on https, as among friends at home. */
export function hashOf(hex: string): string {
  return bytesToHex(sha256(hexToBytes(hex)))
}

/** 16 random bytes as hex, which are never used again once they were shown. */
export interface Nonce {
  readonly value: string
  readonly hash: string
  /** Whether the room has told all that it was promised. */
  stood: boolean
  /** How many countdowns of the room had been called off by then: with the next one all promises are void. */
  off: number
  /** Whether the server has taken it, or will take it no more. */
  shown: boolean
}

/** What this page has seen published before it showed the own nonce. */
export interface Witness {
  readonly commit: string
  /** The promises of the nonces by seat. */
  readonly hashes: Readonly<Record<number, string>>
  readonly seat: number
  readonly nonce: string
}

/** Whether nobody can know the deal beforehand: players' random numbers go into its seed. */
export function isUnseen({ deal }: Pick<RoomOptions, 'deal'>): boolean {
  return deal === 'fresh' || deal === 'winnable'
}

export function freshNonce(): Nonce {
  const value = randomHex(16)
  return { value, hash: hashOf(value), stood: false, off: 0, shown: false }
}

/**
 * What the room waits for that a page sends by itself: the nonce, now that the promises of all stand; or the promise of a new
 * one, after all were made void, or where this page does not know the one that it has promised before it was loaded again.
 * Whoever has come to another seat since has to say anew that all may begin.
 */
export function owed(nonce: Nonce | undefined, seat: Seat | undefined, { phase, called_off: off }: Pick<RoomState, 'phase' | 'called_off'>): 'nonce' | 'promise' | undefined {
  if (!seat) return undefined
  if (nonce && seat.nonce_hash === nonce.hash) return phase === 'countdown' && !nonce.shown ? 'nonce' : undefined
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

/** Keep what this window has promised in a room, so that it outlives a reload of the page. */
export function keep(code: string, nonce: Nonce | undefined, witness: Witness | undefined): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ code, nonce, witness }))
  } catch {
    // A browser that keeps nothing promises anew.
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
