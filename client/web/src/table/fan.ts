/** Closes up a fan that has too little room. The latest cards stay readable longest. Pure. */

/** The share of the room for the latest cards, in a fan too long to be read as a whole. */
const LATEST = 0.8
/** The least number of covered cards among the latest cards. */
const LEAST_COVERED = 3

/**
 * The positions of a fan's cards, in steps from the first, so that the last lies within the room. `steps` holds the wanted positions,
 * ascending from 0. All cards close up alike until only `least` of a step shows, which can still be read. In a longer fan the deeper cards close up further.
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

/** The index of the deepest of the latest cards, if `covered` steps of them are covered. */
function firstOfLatest(steps: readonly number[], covered: number): number {
  const total = steps.at(-1) ?? 0
  const first = steps.findIndex((step) => total - step <= covered)
  return Math.max(0, Math.min(first, steps.length - 1 - LEAST_COVERED))
}
