/** How a fan closes up that has less room than its cards would like: the latest cards can be read for longest. Pure. */

/** In a fan too long to be read from end to end so much of the room is kept for its latest cards. */
const LATEST = 0.8
/** The latest cards are so many at least that others cover. */
const LEAST_COVERED = 3

/**
 * Where the cards of a fan lie, in steps from the first, so that the last lies within the room. `steps` is where they would like to lie,
 * ascending from 0. All close up alike as far as each can be read, to `least` of a step; in a longer fan the deeper cards close up further.
 */
export function closeUp(steps: readonly number[], room: number, least: number): number[] {
  const total = steps.at(-1) ?? 0
  const squeeze = total > 0 ? Math.min(1, room / total) : 1
  const from = firstOfLatest(steps, (LATEST * room) / least)
  const latest = total - (steps[from] ?? 0)
  if (squeeze >= least || latest === total) return steps.map((step) => step * squeeze)
  const wide = Math.min(least, (LATEST * room) / latest)
  const deep = (room - latest * wide) / (total - latest)
  return steps.map((step, i) => (i <= from ? step * deep : room - (total - step) * wide))
}

/** The deepest of the latest cards, which take so many steps. */
function firstOfLatest(steps: readonly number[], covered: number): number {
  const total = steps.at(-1) ?? 0
  const first = steps.findIndex((step) => total - step <= covered)
  return Math.max(0, Math.min(first, steps.length - 1 - LEAST_COVERED))
}
