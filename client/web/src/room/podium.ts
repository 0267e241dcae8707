/** The places on a podium. Pure. */

/** The steps of a podium. */
const STEPS = 3

/**
 * The lines on the podium from left to right: of two the winner stands at the left, of more in the middle. Those who share a place
 * stand there together or not at all, so that nobody misses who has come as far as another. It is empty if fewer than two are left.
 *
 * @param most the number of those for whom it has room
 */
export function podium<Line extends { readonly rank: number }>(lines: readonly Line[], most = STEPS): readonly Line[] {
  let best: readonly Line[] = []
  for (let rank = 1; rank <= STEPS; rank++) {
    const level = lines.filter((line) => line.rank === rank)
    if (best.length + level.length > most) break
    best = [...best, ...level]
  }
  if (best.length < 2) return []
  return best.length > 2 ? [best[1], best[0], ...best.slice(2)].flatMap((line) => line ?? []) : best
}
