/** Passkeys, which the browser keeps. They identify the player on all devices that have them. */

import { me } from '../base/settings.svelte'
import type { Account, PasskeyOptions, Ticket } from '../wire/types'
import { connection } from '../state/connection'

/** True if this browser can make and use passkeys on this page. That takes https or localhost, and a host with a name. */
export const canPasskey =
  window.isSecureContext && 'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential && !/^[\d.]+$|^\[/.test(location.hostname)

async function optionsFor(purpose: 'add' | 'sign_in'): Promise<never> {
  return JSON.parse((await connection.ask<PasskeyOptions>({ type: 'get_passkey_options', purpose }, false)).options) as never
}

/** The browser's answer in the server's form; undefined if the user declined. */
async function answered(asked: Promise<Credential | null>): Promise<string | undefined> {
  try {
    const credential = await asked
    return credential ? JSON.stringify((credential as PublicKeyCredential).toJSON()) : undefined
  } catch (error) {
    // The user declined, took too long, or has the passkey already. None of these is a fault.
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(error.name)) return undefined
    throw error
  }
}

/** A name for this device, as the label of its passkey. */
function deviceName(): string {
  const found = /Android|iPhone|iPad|Windows|Mac OS|CrOS|Linux/.exec(navigator.userAgent)
  return found ? found[0] : 'Passkey'
}

/** Make a passkey for the player. Returns the account; undefined if the user declined. */
export async function addPasskey(): Promise<Account | undefined> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await optionsFor('add'))
  const credential = await answered(navigator.credentials.create({ publicKey }))
  return credential === undefined ? undefined : connection.ask<Account>({ type: 'add_passkey', credential, label: deviceName() }, false)
}

/** Become the player of a passkey. Returns true if the user has presented one. */
export async function signIn(): Promise<boolean> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await optionsFor('sign_in'))
  const credential = await answered(navigator.credentials.get({ publicKey }))
  if (credential === undefined) return false
  me.ticket = (await connection.ask<Ticket>({ type: 'sign_in', credential }, false)).ticket
  connection.reconnect()
  return true
}
