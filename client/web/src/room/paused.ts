/** What tells that a room is paused while the server holds back all that has a number. */

/** Whether a message says that the room is paused: an `error` that answers nothing. The room's next `update` says how it goes on. */
export function saysPaused(message: Record<string, unknown>): boolean {
  return message['type'] === 'error' && message['re'] === undefined && message['code'] === 'store_down'
}
