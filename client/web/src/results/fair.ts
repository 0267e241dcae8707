/**
 * Checks that nobody has chosen the deal of a finished game, or knew it in advance. Checking the cards takes the
 * rules: `cadogan verify CODE` checks them.
 */

import { bytesToHex } from '@noble/hashes/utils.js'
import type { Texts } from '../i18n/late/late'
import type { Results, RoomState } from '../wire/types'
import { hashesOf, hashOf, isUnseen, OWNERS, type Witness } from '../room/nonce'

/** The hex digits of a seed. */
const SEED_DIGITS = 64

/** One check. `holds` is undefined if the result is not known, or not known yet. */
export interface Check {
  readonly what: Exclude<Extract<keyof Texts, `fair.${string}`>, `${string}_one` | `${string}_other`>
  readonly args?: Record<string, string | number>
  readonly holds: boolean | undefined
}

/** A day as the server publishes it: the hash of its secret, and the secret once the day is over. */
export interface PublishedDay {
  readonly commit: string
  readonly secret: string | null
}

/** The checks of a finished room. `witness` holds the promises that this page saw before it showed its own nonce. */
export function checksOf(state: RoomState, witness?: Witness, published?: PublishedDay): Check[] {
  const { results } = state
  // The seed of a repeated deal is checked in the room that dealt it first.
  if (!results || state.rules.deal === 'again') return []
  const isFresh = isUnseen(state.rules)
  return [
    { what: 'fair.secret', holds: fits(results.secret, state.commit) },
    ...(isFresh ? nonceChecks(state, results) : []),
    ...(state.day_commit !== undefined ? dayChecks(state, results, published) : []),
    seedCheck(state, results, published),
    ...(isFresh && witness ? witnessChecks(state, results, witness) : []),
  ]
}

/** False if a check has failed, true if all hold; undefined if none has failed but some are unknown. */
export function verdict(checks: readonly Check[]): boolean | undefined {
  if (checks.some((check) => check.holds === false)) return false
  return checks.every((check) => check.holds) ? true : undefined
}

/** Fetch what the server publishes about a day; undefined if it can't be fetched. */
export async function publishedDay(day: string): Promise<PublishedDay | undefined> {
  try {
    const answer = await fetch(`/api/v1/daily/${day}`)
    return answer.ok ? ((await answer.json()) as PublishedDay) : undefined
  } catch {
    return undefined
  }
}

/** True if these bytes (hex) have this hash; false if the text is no hex. */
function fits(hex: string, hash: string | undefined): boolean {
  try {
    return hashOf(hex) === hash
  } catch {
    return false
  }
}

function nonceChecks(state: RoomState, { nonces }: Results): Check[] {
  const seats = [...state.seats].sort((a, b) => a.seat - b.seat)
  if (seats.length !== nonces.length) return [{ what: 'fair.count', holds: false }]
  const isPromised = seats.some((seat) => seat.nonce_hash !== undefined)
  if (!isPromised && nonces.some((nonce) => nonce)) return [{ what: 'fair.promised', holds: undefined }]
  return seats.flatMap((seat, i): Check[] => {
    const nonce = nonces[i] ?? ''
    if (!nonce && seat.nonce_hash === undefined) return []
    return [{ what: 'fair.nonce', args: { name: seat.name }, holds: fits(nonce, seat.nonce_hash) }]
  })
}

function witnessChecks(state: RoomState, { nonces }: Results, witness: Witness): Check[] {
  const hashes = hashesOf(state)
  // A player by correspondence shows the nonce at once, perhaps before the other player has promised one.
  const seats = new Set([...(state.rules.days_per_turn ? [] : Object.keys(hashes)), ...Object.keys(witness.hashes)].map(Number))
  const own = state.seats.map((one) => one.seat).sort((a, b) => a - b).indexOf(witness.seat)
  return [
    { what: 'fair.seen.secret', holds: state.commit === witness.commit },
    { what: 'fair.seen.nonces', holds: [...seats].every((seat) => hashes[seat] === witness.hashes[seat]) },
    { what: 'fair.own', holds: nonces[own] === witness.nonce },
  ]
}

function dayChecks(state: RoomState, results: Results, published?: PublishedDay): Check[] {
  const args = { day: state.day ?? '' }
  const secret = results.day_secret ?? published?.secret
  const checks: Check[] = published ? [{ what: 'fair.day.published', args, holds: published.commit === state.day_commit }] : []
  return [...checks, { what: 'fair.day.secret', args, holds: secret == null ? undefined : fits(secret, state.day_commit) }]
}

function seedCheck(state: RoomState, results: Results, published?: PublishedDay): Check {
  const { deal, number, numbering } = state.rules
  if (deal === 'numbered') {
    const args = { n: `${number}` }
    const who = OWNERS[numbering]
    if (who) {
      const named = textHex(`${numbering} deal ${number}`).padEnd(SEED_DIGITS, '0')
      return { what: 'fair.seed.of', args: { ...args, who }, holds: named === results.seed }
    }
    return { what: 'fair.seed.numbered', args, holds: fits(textHex(`cadogan numbered deal ${state.game} ${number}`), results.seed) }
  }
  if (deal === 'fresh') {
    const parts = results.secret + results.nonces.join('')
    // In rooms of an earlier version, which show no promises, the seed lacks the text.
    const isOld = state.seats.every((seat) => seat.nonce_hash === undefined)
    return { what: 'fair.seed', holds: fits(textHex('cadogan fresh deal') + parts, results.seed) || (isOld && fits(parts, results.seed)) }
  }
  if (deal === 'winnable') {
    const row = textHex('cadogan fresh deal') + results.secret + results.nonces.join('')
    return { what: 'fair.seed.row', args: { n: state.proof?.number ?? 0 }, holds: fitsRow(row, state.proof?.number, results.seed) }
  }
  // Before days had secrets, rooms did not name their day: it is the day of the start, or the day before.
  const days = state.day !== undefined ? [state.day] : [0, 86_400_000].map((ms) => new Date((state.starts ?? 0) - ms).toISOString().slice(0, 10))
  const secret = state.day === undefined ? '' : (results.day_secret ?? published?.secret)
  const made = (day: string) => {
    const ofDay = textHex(`cadogan daily deal ${state.game} ${day}`) + secret
    return state.proof ? fitsRow(ofDay, state.proof.number, results.seed) : fits(ofDay, results.seed)
  }
  return { what: 'fair.seed.day', args: { day: days[0] ?? '' }, holds: secret == null ? undefined : days.some(made) }
}

/** True if the seed belongs to deal `number` in the row of deals that these bytes (hex) give. If the solver won none, deal 0 was dealt. */
function fitsRow(hex: string, number = 0, seed: string): boolean {
  try {
    return fits(hashOf(hex) + number.toString(16).padStart(8, '0'), seed)
  } catch {
    return false
  }
}

function textHex(text: string): string {
  return bytesToHex(new TextEncoder().encode(text))
}
