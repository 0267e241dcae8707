/** Finds out whether a room that has no seat for the player may be watched. */

/** Refusals after which there is nothing to watch either. */
const OUT: readonly string[] = ['no_spectators', 'put_out']

/** True if a room may be watched. `why`: the code of the refusal of a seat there. If the server says nothing about it, watching is tried. */
export async function mayBeWatched(code: string, key: string, why: string): Promise<boolean> {
  if (OUT.includes(why)) return false
  try {
    const { status } = await fetch(`/api/v1/rooms/${code}${key ? `?key=${encodeURIComponent(key)}` : ''}`)
    return status !== 403
  } catch {
    return true
  }
}
