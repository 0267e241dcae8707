/** Bytes on the wire to messages and back. */

import { decode, encode } from '@msgpack/msgpack'

/** A message as it comes in: a map with a type, or a short array with a tag. */
export type Incoming = ({ type: string } & Record<string, unknown>) | [string | number, ...unknown[]]

/** Read one frame. */
export function read(bytes: ArrayBuffer): Incoming {
  return decode(bytes) as Incoming
}

/** Write one message, without undefined fields. */
export function write(message: unknown): Uint8Array<ArrayBuffer> {
  return encode(message, { ignoreUndefined: true })
}
