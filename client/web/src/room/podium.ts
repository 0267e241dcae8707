/** Who stands on a podium. Pure. */

/** The steps of a podium, and the number of those for whom it has room. */
const STEPS = 3
const MOST = 4

/**
 * The lines on the podium from left to right: of two the winner stands at the left, of more in the middle. Those who share a place
 * stand there together or not at all, so that nobody misses who has come as far as another. It is empty if fewer than two are left.
 */
export function podium<Line extends { readonly rank: number }>(lines: readonly Line[]): readonly Line[] {
  let best: readonly Line[] = []
  for (let rank = 1; rank <= STEPS; rank++) {
    const level = lines.filter((line) => line.rank === rank)
    if (best.length + level.length > MOST) break
    best = [...best, ...level]
  }
  if (best.length < 2) return []
  return best.length > 2 ? [best[1], best[0], ...best.slice(2)].flatMap((line) => line ?? []) : best
}
