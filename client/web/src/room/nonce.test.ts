import { expect, it } from 'vitest'
import type { Seat } from '../wire/types'
import { freshNonce, hashOf, owed, type Nonce } from './nonce'

function seat(fields: Partial<Seat>): Seat {
  return { seat: 0, name: 'Ann', ready: true, ...fields } as Seat
}

const lobby = { phase: 'lobby', called_off: 1 } as const
const countdown = { phase: 'countdown', called_off: 1 } as const

const fresh = (fields: Partial<Nonce> = {}): Nonce => ({ ...freshNonce(), ...fields })

it('promises by SHA-256, never the same twice', () => {
  expect(hashOf('616263')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(freshNonce().value).toMatch(/^[0-9a-f]{32}$/)
  expect(freshNonce().value).not.toBe(freshNonce().value)
})

it('shows the nonce in the countdown alone, and once', () => {
  const nonce = fresh()
  const mine = seat({ nonce_hash: nonce.hash })
  expect(owed(nonce, mine, lobby)).toBeUndefined()
  expect(owed(nonce, mine, countdown)).toBe('nonce')
  expect(owed({ ...nonce, shown: true }, mine, countdown)).toBeUndefined()
})

it('shows the nonce at once by correspondence, as its player may go away', () => {
  const nonce = fresh()
  const byDays = { ...lobby, rules: { days_per_turn: 3 } }
  expect(owed(nonce, seat({ nonce_hash: nonce.hash }), byDays)).toBe('nonce')
  expect(owed({ ...nonce, shown: true }, seat({ nonce_hash: nonce.hash }), byDays)).toBeUndefined()
})

it('keeps the nonce where the room does not tell of the promise as it was sent', () => {
  expect(owed(fresh(), seat({ nonce_hash: freshNonce().hash }), countdown)).toBeUndefined()
  expect(owed(fresh(), seat({}), countdown)).toBeUndefined()
})

it('promises anew where the promises of all were made void, and not before its own stood', () => {
  expect(owed(fresh({ stood: true, shown: true }), seat({ ready: false }), lobby)).toBe('promise')
  expect(owed(fresh(), seat({ ready: false }), lobby)).toBeUndefined()
  expect(owed(undefined, seat({ ready: false }), lobby)).toBeUndefined()
})

it('promises nothing for who has left a seat and has come to another, where nothing was called off', () => {
  expect(owed(fresh({ stood: true, off: 1 }), seat({ ready: false }), lobby)).toBeUndefined()
  expect(owed(fresh({ stood: true, off: 1 }), seat({ ready: false }), { ...lobby, called_off: 2 })).toBe('promise')
})

it('promises anew where the page was loaded again and has lost its nonce', () => {
  expect(owed(undefined, seat({ nonce_hash: freshNonce().hash }), lobby)).toBe('promise')
  expect(owed(undefined, seat({}), lobby)).toBeUndefined()
})
