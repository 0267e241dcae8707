/** Follows the rounds of a match: how many this page has seen dealt, and what the last one was worth. */

/**
 * `score` is the match's score, `isOver` whether the present round is over; undefined before the first. The points of a round are
 * the score after it less the score when it was first seen; a viewer who came in after its end is shown none.
 */
export class Rounds {
  /** The number of rounds that this page has seen. */
  seen = $state(0)
  #before = $state.raw<readonly number[] | undefined>()

  constructor(
    private readonly score: () => readonly number[],
    private readonly isOver: () => boolean | undefined,
  ) {
    let was = true
    $effect.pre(() => {
      const over = isOver()
      if (over === undefined) return
      if (was && !over) {
        this.#before = score()
        this.seen++
      }
      was = over
    })
  }

  /** By seat, the points of the round that has just ended; undefined while one is played. */
  readonly points = $derived.by<readonly number[] | undefined>(() => {
    const before = this.#before
    return this.isOver() && before ? this.score().map((points, seat) => points - (before[seat] ?? 0)) : undefined
  })
}
