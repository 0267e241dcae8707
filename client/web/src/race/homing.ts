/** Sends all cards home that go home. Only the functions passed to it have effects. */

export interface Homing<Move> {
  /** Returns the next move that sends a card home; undefined if there is none. */
  readonly next: () => Move | undefined
  /** Returns the number of cards in the stock. */
  readonly inStock: () => number
  /** Makes a move; resolves with true if it was made. */
  readonly play: (move: Move) => Promise<boolean>
  /** Resolves when the next card may go. */
  readonly pause: () => Promise<unknown>
}

/**
 * Send cards home until no more goes. It also ends if a move has brought cards from the stock, as in games that deal by
 * themselves: the player decides about a new card.
 */
export async function sendHome<Move>({ next, inStock, play, pause }: Homing<Move>): Promise<void> {
  const before = inStock()
  for (let move = next(); move !== undefined; move = next()) {
    if (!(await play(move)) || inStock() !== before) return
    await pause()
  }
}
