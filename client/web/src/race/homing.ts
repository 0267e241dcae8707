/** Sending home all cards that go home. Pure but for what it is given. */

export interface Homing<Move> {
  /** The next move that sends a card home, if there is one. */
  readonly next: () => Move | undefined
  /** How many cards lie in the stock. */
  readonly inStock: () => number
  /** Makes a move; resolves with whether it was made. */
  readonly play: (move: Move) => Promise<boolean>
  /** Resolves when the next card may go. */
  readonly pause: () => Promise<unknown>
}

/**
 * Send cards home until none goes any more. It also ends where a move has brought cards from the stock, as in games that deal by
 * themselves: what to do with a new card is the player's choice.
 */
export async function sendHome<Move>({ next, inStock, play, pause }: Homing<Move>): Promise<void> {
  const before = inStock()
  for (let move = next(); move !== undefined; move = next()) {
    if (!(await play(move)) || inStock() !== before) return
    await pause()
  }
}
