/** Recognises the message that a room is paused, which comes while the server holds back all numbered messages. */

/** True if a message says that the room is paused: it is an `error` without `re`. The room's next `update` ends the pause. */
export function saysPaused(message: Record<string, unknown>): boolean {
  return message['type'] === 'error' && message['re'] === undefined && message['code'] === 'store_down'
}
